/**
 * Decoded pages of a result: the values of each column, read in place from an Arrow record batch or
 * decoded from a short result.
 *
 * <p>Start at {@link dev.colonnade.jdbc.cell.ColumnCells}. There is a class for each kind of value
 * that can be read without boxing; the first read of a numeric column copies its values of the page
 * into an array. Depends on {@code client.page} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.jdbc.cell;

import org.jspecify.annotations.NullMarked;
