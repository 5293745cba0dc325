/**
 * Pages of scan results, and their builders. A page has whole rows, their usage, the stop reason
 * and the resume key: the spans at which the next request continues.
 *
 * <p>Start at {@link dev.colonnade.scan.page.ScanPage}; {@link dev.colonnade.scan.page.PageBuilder}
 * builds one from rows. Depends on {@code error}, {@code key}, {@code memory}, {@code type}, {@code
 * scan.column}, {@code scan.row}, {@code scan.memory} and Arrow's memory.
 */
@NullMarked
package dev.colonnade.scan.page;

import org.jspecify.annotations.NullMarked;
