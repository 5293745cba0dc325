/**
 * Command {@code bench kv}: range splits under random writes, measured by the sizes of the ranges,
 * the split queue and the write latency.
 *
 * <p>Start reading at {@link dev.colonnade.bench.kv.KvBench}. May depend on {@code bench.kv.load}
 * and on what that may depend on.
 */
@NullMarked
package dev.colonnade.bench.kv;

import org.jspecify.annotations.NullMarked;
