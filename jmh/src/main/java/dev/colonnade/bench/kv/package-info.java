/**
 * {@code bench kv}: writes random keys with blocks of random sizes and watches the ranges that they
 * go to: how large they become, how many wait to be split, and what that costs the writers.
 *
 * <p>Start reading at {@link dev.colonnade.bench.kv.KvBench}. May depend on what {@code bench} may
 * depend on.
 */
@NullMarked
package dev.colonnade.bench.kv;

import org.jspecify.annotations.NullMarked;
