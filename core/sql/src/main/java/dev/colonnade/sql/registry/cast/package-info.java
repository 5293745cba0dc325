/**
 * Casts between built-in types, as {@code pg_cast} has them, in the resource {@code casts.txt}.
 *
 * <p>Start at {@link dev.colonnade.sql.registry.cast.CastTable}. Which casts apply where is in
 * {@code sql.registry.coerce}. Depends on {@code sql.registry.type}.
 */
@NullMarked
package dev.colonnade.sql.registry.cast;

import org.jspecify.annotations.NullMarked;
