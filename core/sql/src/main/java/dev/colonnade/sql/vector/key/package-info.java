/**
 * Order and equality of rows as PostgreSQL defines them: sort keys, keys as bytes, and the hash
 * table of keys.
 *
 * <p>Start reading at {@link dev.colonnade.sql.vector.key.RowComparator} and {@link
 * dev.colonnade.sql.vector.key.KeyEncoder}. Depends on {@code sql.vector}, {@code sql.type} and,
 * for the order of values, on {@code sql.function.value}.
 */
@NullMarked
package dev.colonnade.sql.vector.key;

import org.jspecify.annotations.NullMarked;
