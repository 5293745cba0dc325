package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import java.time.Duration;

/**
 * Configuration of the sequence caches.
 *
 * @param method method of sessions that do not set {@code sequence_cache_method}, default {@link
 *     CacheMethod#SERVER}
 * @param range largest block, in values, to which blocks double while each is used up within a
 *     second, default 1000; a greater CACHE of the sequence replaces it
 * @param cacheMin minimum CACHE of a sequence in the server's cache, limited by {@code range},
 *     default 100
 * @param aheadMax most values that one prefetch reserves so that no caller waits for the next
 *     block, default 1,048,576
 * @param idle time without an allocation after which a sequence is evicted from the cache and its
 *     unused values are returned, default 5 minutes
 */
public record SequenceConfig(
    CacheMethod method, long range, long cacheMin, long aheadMax, Duration idle) {
  public static final Duration IDLE_MIN = Duration.ofMillis(10);
  public static final Duration IDLE_MAX = Duration.ofDays(1);

  public static final SequenceConfig DEFAULT =
      new SequenceConfig(CacheMethod.SERVER, 1000, 100, 1 << 20, Duration.ofMinutes(5));

  public SequenceConfig {
    requireNonNull(method, "method is null");
    requireValues("range", range);
    requireValues("cacheMin", cacheMin);
    requireValues("aheadMax", aheadMax);
    requireNonNull(idle, "idle is null");
    if (idle.compareTo(IDLE_MIN) < 0 || idle.compareTo(IDLE_MAX) > 0) {
      throw new IllegalArgumentException(
          "out of range: idle=" + idle + " min=" + IDLE_MIN + " max=" + IDLE_MAX);
    }
  }

  /** Returns a copy with another method. */
  public SequenceConfig withMethod(CacheMethod other) {
    return new SequenceConfig(other, range, cacheMin, aheadMax, idle);
  }

  /** Returns a copy with another range. */
  public SequenceConfig withRange(long other) {
    return new SequenceConfig(method, other, cacheMin, aheadMax, idle);
  }

  /** Returns a copy with another minimum CACHE. */
  public SequenceConfig withCacheMin(long other) {
    return new SequenceConfig(method, range, other, aheadMax, idle);
  }

  /** Returns a copy with another prefetch limit. */
  public SequenceConfig withAheadMax(long other) {
    return new SequenceConfig(method, range, cacheMin, other, idle);
  }

  /** Returns a copy with another idle time before eviction. */
  public SequenceConfig withIdle(Duration other) {
    return new SequenceConfig(method, range, cacheMin, aheadMax, other);
  }

  /** Returns the limits of the block size of a sequence in the server's cache. */
  BlockSizeLimits serverLimits(SequenceOptions options) {
    return BlockSizeLimits.of(options.cache(), cacheMin, range, aheadMax);
  }

  private static void requireValues(String name, long count) {
    if (count < 1 || count > BlockSizeLimits.VALUES_MAX) {
      throw new IllegalArgumentException(
          "out of range: " + name + "=" + count + " min=1 max=" + BlockSizeLimits.VALUES_MAX);
    }
  }
}
