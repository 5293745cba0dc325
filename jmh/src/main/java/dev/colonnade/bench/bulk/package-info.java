/**
 * Command {@code colonnade bench bulk}: statements that change many rows, beside other databases
 * through their own drivers.
 *
 * <p>Start reading at {@link dev.colonnade.bench.bulk.BulkBench}. May depend on {@code
 * bench.harness}, {@code bench.report} and {@code bench.jdbc}.
 */
@NullMarked
package dev.colonnade.bench.bulk;

import org.jspecify.annotations.NullMarked;
