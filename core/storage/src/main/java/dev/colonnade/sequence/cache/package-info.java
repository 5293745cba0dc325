/**
 * Lock-free cache of reserved sequence values: refill, prefetch, leases of blocks to sessions,
 * epoch fencing.
 *
 * <p>Start at {@link dev.colonnade.sequence.cache.SegmentCache}; {@code Segment} and {@code
 * SegmentChain} are its lock-free fast path, {@code CacheState} is the state under its lock.
 * Depends on {@code sequence.prefetch}, {@code sequence.definition}, {@code sequence.record},
 * {@code clock}, {@code failpoint}, {@code error}.
 */
@NullMarked
package dev.colonnade.sequence.cache;

import org.jspecify.annotations.NullMarked;
