/**
 * What ANALYZE found out about the values of tables' columns, for those who plan queries.
 *
 * <p>Start at {@link dev.colonnade.statistics.TableStatistics}. A {@link
 * dev.colonnade.statistics.TableSketch} makes it of rows, and {@link
 * dev.colonnade.statistics.KeptStatistics} keeps it in {@code META}. Nothing here changes what a
 * query answers. Depends on {@code store} and {@code key}; the only importer of {@code
 * org.apache.datasketches}.
 */
@NullMarked
package dev.colonnade.statistics;

import org.jspecify.annotations.NullMarked;
