/**
 * Command {@code bench start}: time of a server's start and of its first statements.
 *
 * <p>Start reading at {@link dev.colonnade.bench.start.StartBench}. May depend on {@code
 * bench.harness}, {@code bench.local} and {@code bench.report}.
 */
@NullMarked
package dev.colonnade.bench.start;

import org.jspecify.annotations.NullMarked;
