package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.cache.BlockLimits;
import dev.colonnade.sequence.definition.SequenceOptions;
import java.time.Duration;

/**
 * How values of sequences are cached.
 *
 * @param method of sessions that say nothing else, default {@link CacheMethod#SERVER}
 * @param range up to how many values blocks double while they are used up within a second, default
 *     1000; a greater CACHE of the sequence counts instead
 * @param cacheMin raises a smaller CACHE where the cache is the server's, as far as {@code range}
 *     allows, default 100
 * @param aheadMax most values that are reserved at once so that nobody waits for the next block,
 *     default 1,048,576
 * @param idle a sequence of which nothing was drawn for so long leaves the cache, and its unused
 *     values are given back, default 5 minutes
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

  /** The same with another method. */
  public SequenceConfig withMethod(CacheMethod other) {
    return new SequenceConfig(other, range, cacheMin, aheadMax, idle);
  }

  /** The same with another range. */
  public SequenceConfig withRange(long other) {
    return new SequenceConfig(method, other, cacheMin, aheadMax, idle);
  }

  /** The same with another least CACHE. */
  public SequenceConfig withCacheMin(long other) {
    return new SequenceConfig(method, range, other, aheadMax, idle);
  }

  /** The same with another limit of what is reserved ahead. */
  public SequenceConfig withAheadMax(long other) {
    return new SequenceConfig(method, range, cacheMin, other, idle);
  }

  /** The same with another time after which sequences leave the cache. */
  public SequenceConfig withIdle(Duration other) {
    return new SequenceConfig(method, range, cacheMin, aheadMax, other);
  }

  /** How large the blocks of a sequence may be in the server's cache. */
  BlockLimits serverLimits(SequenceOptions options) {
    return BlockLimits.of(options.cache(), cacheMin, range, aheadMax);
  }

  private static void requireValues(String name, long count) {
    if (count < 1 || count > BlockLimits.VALUES_MAX) {
      throw new IllegalArgumentException(
          "out of range: " + name + "=" + count + " min=1 max=" + BlockLimits.VALUES_MAX);
    }
  }
}
