/**
 * The lock-free cache of reserved values.
 *
 * <p>Start at {@link dev.colonnade.sequence.cache.SegmentCache}; {@code Segment} and {@code
 * SegmentChain} are its fast path, {@code CacheState} is everything else. Depends on {@code
 * sequence.definition}, {@code sequence.record}, {@code clock}, {@code failpoint}, {@code error}.
 */
@NullMarked
package dev.colonnade.sequence.cache;

import org.jspecify.annotations.NullMarked;
