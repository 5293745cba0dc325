/**
 * Command {@code colonnade bench tpch}: the 22 queries of TPC-H over JDBC, with columnar and with
 * row-wise execution, and on another database beside it.
 *
 * <p>Start reading at {@link dev.colonnade.bench.tpch.query.TpchBench}. May depend on the client,
 * on JDBC, on {@code bench.harness}, {@code bench.report}, {@code bench.tpch} and {@code
 * bench.tpch.load}.
 */
@NullMarked
package dev.colonnade.bench.tpch.query;

import org.jspecify.annotations.NullMarked;
