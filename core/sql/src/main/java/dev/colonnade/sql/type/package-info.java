/**
 * Types as SQL sees them: PostgreSQL's rules about Calcite's types, and the ways between those, the
 * types of columns and what a result says of its columns.
 *
 * <p>Start at {@link dev.colonnade.sql.type.TypeKind}, which says how the values of each type are
 * held while a statement runs. Depends on {@code type} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.type;

import org.jspecify.annotations.NullMarked;
