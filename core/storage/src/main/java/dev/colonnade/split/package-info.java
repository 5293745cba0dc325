/**
 * Splits and merges of ranges: decides on them and runs them on one fork-join pool.
 *
 * <p>Start at {@link dev.colonnade.split.SplitScheduler}, which composes the parts: {@code
 * split.queue} is the priority queue of work, {@code split.plan} decides on splits and merges and
 * finds split keys, {@code split.load} measures load, {@code split.limit} stores limits, {@code
 * split.pressure} applies backpressure. May depend on {@code range}, {@code mvcc}, {@code store},
 * {@code key}, {@code clock} and {@code error}.
 */
@NullMarked
package dev.colonnade.split;

import org.jspecify.annotations.NullMarked;
