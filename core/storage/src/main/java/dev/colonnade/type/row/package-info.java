/**
 * Rows as bytes: keys and values written, and columns read back in O(1) where the bytes lie.
 *
 * <p>Start at {@link dev.colonnade.type.row.RowValueLayout} and {@link
 * dev.colonnade.type.row.RowLayout}. {@link dev.colonnade.type.row.RowWriter} makes rows; {@link
 * dev.colonnade.type.row.RowAccessor} reads them in hot loops, and {@link
 * dev.colonnade.type.row.RowDecoder} is its plain twin. Depends on {@code error}, {@code memory},
 * {@code key} and {@code type}.
 */
@NullMarked
package dev.colonnade.type.row;

import org.jspecify.annotations.NullMarked;
