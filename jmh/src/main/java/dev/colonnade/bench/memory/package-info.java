/**
 * Command {@code colonnade bench memory}: long queries that need more memory than they may have,
 * several at a time, while another connection reads rows by key.
 *
 * <p>Start reading at {@link dev.colonnade.bench.memory.MemoryBench}. May depend on {@code
 * bench.harness}, {@code bench.local}, {@code bench.report} and {@code bench.jdbc}.
 */
@NullMarked
package dev.colonnade.bench.memory;

import org.jspecify.annotations.NullMarked;
