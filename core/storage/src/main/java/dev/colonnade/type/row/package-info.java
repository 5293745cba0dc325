/**
 * Row format: encoding of rows to keys and values, and access to columns in O(1) in place.
 *
 * <p>Start at {@link dev.colonnade.type.row.RowValueLayout} and {@link
 * dev.colonnade.type.row.RowLayout}. {@link dev.colonnade.type.row.RowWriter} encodes rows; {@link
 * dev.colonnade.type.row.RowAccessor} reads them in hot loops, and {@link
 * dev.colonnade.type.row.RowDecoder} is its reference implementation. Depends on {@code error},
 * {@code memory}, {@code key}, {@code type} and {@code type.schema}.
 */
@NullMarked
package dev.colonnade.type.row;

import org.jspecify.annotations.NullMarked;
