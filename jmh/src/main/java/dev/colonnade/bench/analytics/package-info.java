/**
 * Command {@code colonnade bench analytics}: the 22 queries of TPC-H on a server with limited
 * memory, after a restart, warm, and beside updates, and on other databases beside it.
 *
 * <p>Start reading at {@link dev.colonnade.bench.analytics.AnalyticsBench}. May depend on JDBC, on
 * {@code bench.harness}, {@code bench.local}, {@code bench.report}, {@code bench.tpch} and {@code
 * bench.tpch.query}.
 */
@NullMarked
package dev.colonnade.bench.analytics;

import org.jspecify.annotations.NullMarked;
