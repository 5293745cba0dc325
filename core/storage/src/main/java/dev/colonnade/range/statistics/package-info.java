/**
 * Exact statistics of ranges: their values, changes and counts, and the row boundaries that the
 * counts need.
 *
 * <p>Start at {@link dev.colonnade.range.statistics.RangeStatistics}. May depend on {@code mvcc},
 * {@code mvcc.commit.extension}, {@code store} and {@code key}.
 */
@NullMarked
package dev.colonnade.range.statistics;

import org.jspecify.annotations.NullMarked;
