/**
 * The values of a column of a result, read from the page that they arrived in.
 *
 * <p>Start at {@link dev.colonnade.jdbc.cell.Cells}. There is a class for each kind of value that
 * can be had without a detour over objects; numbers of a page are copied into an array at once.
 * Depends on {@code client.page} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.jdbc.cell;

import org.jspecify.annotations.NullMarked;
