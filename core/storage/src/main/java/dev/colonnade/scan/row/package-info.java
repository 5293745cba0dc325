/**
 * Rows as a scan reads them: which columns, in which families, and the whole rows one after the
 * other out of a cursor.
 *
 * <p>Start at {@link dev.colonnade.scan.row.ReadColumns}, then {@link
 * dev.colonnade.scan.row.RowView}. Depends on {@code error}, {@code key}, {@code memory}, {@code
 * type}, {@code type.row}, {@code mvcc} and {@code scan.memory}.
 */
@NullMarked
package dev.colonnade.scan.row;

import org.jspecify.annotations.NullMarked;
