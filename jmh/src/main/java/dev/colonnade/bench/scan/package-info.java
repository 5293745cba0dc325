/**
 * Command {@code bench scan}: columnar scans beside raw key-values, point gets, and a slow reader.
 *
 * <p>Start reading at {@link dev.colonnade.bench.scan.ScanBench}. May depend on the client, on
 * {@code bench.harness}, {@code bench.local}, {@code bench.report} and {@code bench.tpch} with
 * {@code bench.tpch.load}.
 */
@NullMarked
package dev.colonnade.bench.scan;

import org.jspecify.annotations.NullMarked;
