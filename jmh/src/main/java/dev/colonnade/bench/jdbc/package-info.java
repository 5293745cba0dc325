/**
 * Command {@code colonnade bench jdbc}: performance as seen by JDBC applications, beside other
 * databases through their own drivers. Each workload runs on every {@link
 * dev.colonnade.bench.jdbc.JdbcTarget} in turns.
 *
 * <p>Start reading at {@link dev.colonnade.bench.jdbc.JdbcBench}. May depend on the client, on
 * JDBC, on {@code bench.harness}, {@code bench.report} and {@code bench.tpch} with {@code
 * bench.tpch.load}.
 */
@NullMarked
package dev.colonnade.bench.jdbc;

import org.jspecify.annotations.NullMarked;
