/**
 * Row assembly: whole rows from the key-value pairs of a cursor, restricted to the column families
 * that the projection and the filter need.
 *
 * <p>Start at {@link dev.colonnade.scan.row.ReadColumns}, then {@link
 * dev.colonnade.scan.row.RowView}. Depends on {@code error}, {@code key}, {@code memory}, {@code
 * type}, {@code type.row}, {@code mvcc} and {@code scan.memory}.
 */
@NullMarked
package dev.colonnade.scan.row;

import org.jspecify.annotations.NullMarked;
