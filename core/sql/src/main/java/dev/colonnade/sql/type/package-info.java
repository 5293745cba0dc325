/**
 * SQL types: kinds of values, and the mapping between column types and result types.
 *
 * <p>Start at {@link dev.colonnade.sql.type.TypeKind}, which states the internal representation of
 * the values of each type. Depends on {@code type} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.type;

import org.jspecify.annotations.NullMarked;
