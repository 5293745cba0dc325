/**
 * Types of a statement: names of types, types of the catalog, and types of stored columns.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.type.TypeNames}. Depends on {@code
 * sql.analyze.bind}, {@code sql.registry} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.analyze.type;

import org.jspecify.annotations.NullMarked;
