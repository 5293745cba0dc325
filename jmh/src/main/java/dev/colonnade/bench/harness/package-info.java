/**
 * Benchmark harness: execution of workloads on a temporary or an existing server, collection of
 * their measurements, common command-line options, and measured scans.
 *
 * <p>Start reading at {@link dev.colonnade.bench.harness.BenchRun} and {@link
 * dev.colonnade.bench.harness.Workload}. May depend on the client, on {@code bench.local}, {@code
 * bench.report} and {@code bench.tpch}; not on the workloads.
 */
@NullMarked
package dev.colonnade.bench.harness;

import org.jspecify.annotations.NullMarked;
