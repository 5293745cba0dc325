/**
 * Command {@code colonnade bench oltp}: rates of short transactions, beside other databases through
 * their own drivers.
 *
 * <p>Start reading at {@link dev.colonnade.bench.oltp.OltpBench}. May depend on {@code
 * bench.harness}, {@code bench.report} and {@code bench.jdbc}.
 */
@NullMarked
package dev.colonnade.bench.oltp;

import org.jspecify.annotations.NullMarked;
