/**
 * Load generator of {@code bench kv}: closed loops of writes and reads, samples of the ranges, and
 * the result of a load.
 *
 * <p>Start reading at {@link dev.colonnade.bench.kv.load.LoadRun}. May depend on the client, on
 * {@code bench.harness} and {@code bench.report}.
 */
@NullMarked
package dev.colonnade.bench.kv.load;

import org.jspecify.annotations.NullMarked;
