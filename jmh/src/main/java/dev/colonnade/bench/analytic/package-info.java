/**
 * {@code colonnade bench tpch}: the 22 queries of TPC-H over JDBC, in columns and without, and on a
 * peer beside it.
 *
 * <p>Start at {@link dev.colonnade.bench.analytic.TpchBench}. Depends on {@code bench}, {@code
 * bench.report}, {@code bench.tpch}, the client and JDBC.
 */
@NullMarked
package dev.colonnade.bench.analytic;

import org.jspecify.annotations.NullMarked;
