/**
 * Garbage collection of old versions and tombstones below the garbage collection horizon.
 *
 * <p>Start at {@link dev.colonnade.mvcc.gc.GarbageCollector}. May depend on {@code mvcc}, {@code
 * mvcc.commit}, {@code mvcc.commit.extension}, {@code store}, {@code key}, {@code failpoint} and
 * {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc.gc;

import org.jspecify.annotations.NullMarked;
