/**
 * Command {@code colonnade bench tpch}: the 22 queries of TPC-H over JDBC, with columnar and with
 * row-wise execution, and on another database beside it.
 *
 * <p>Start reading at {@link dev.colonnade.bench.analytic.TpchBench}. May depend on the client, on
 * JDBC, on {@code bench.harness}, {@code bench.report} and {@code bench.tpch}.
 */
@NullMarked
package dev.colonnade.bench.analytic;

import org.jspecify.annotations.NullMarked;
