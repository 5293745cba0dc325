/**
 * Functions of the system catalog, of information_schema and of sequences.
 *
 * <p>Start at {@link dev.colonnade.sql.function.operator.CatalogFunctions}. Depends on {@code
 * sql.function}, {@code sql.function.scalar}, {@code sql.function.value}, {@code sql.type} and
 * {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.operator;

import org.jspecify.annotations.NullMarked;
