/**
 * Table and column statistics, collected by ANALYZE for the cost-based planner.
 *
 * <p>Start at {@link dev.colonnade.statistics.TableStatistics}. {@link
 * dev.colonnade.statistics.StatisticsCollector} collects the statistics from rows, and {@link
 * dev.colonnade.statistics.StatisticsStore} stores them in {@code META}. Statistics never change
 * the result of a query. Depends on {@code store}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.statistics;

import org.jspecify.annotations.NullMarked;
