/**
 * Columns out of rows: Arrow buffers filled straight from the bytes of the store, with every byte
 * counted against the limit of the page.
 *
 * <p>Start at {@link dev.colonnade.scan.column.BatchBuilder}; {@link
 * dev.colonnade.scan.column.BatchSchema} says how types become Arrow's, and {@link
 * dev.colonnade.scan.column.ColumnBatch} is what comes out. Depends on {@code error}, {@code
 * memory}, {@code type}, {@code type.row}, {@code scan.row}, {@code scan.memory} and Arrow.
 */
@NullMarked
package dev.colonnade.scan.column;

import org.jspecify.annotations.NullMarked;
