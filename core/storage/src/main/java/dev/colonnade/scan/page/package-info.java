/**
 * The pages that scans answer with, and their making.
 *
 * <p>Start at {@link dev.colonnade.scan.page.ScanPage}; {@link dev.colonnade.scan.page.PageBuilder}
 * collects rows into one. Depends on {@code error}, {@code key}, {@code memory}, {@code type},
 * {@code scan.column}, {@code scan.row}, {@code scan.memory} and Arrow's memory.
 */
@NullMarked
package dev.colonnade.scan.page;

import org.jspecify.annotations.NullMarked;
