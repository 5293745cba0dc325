package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * How many values a block may have.
 *
 * @param base of the first block, and of a sequence that is used seldom
 * @param range up to which blocks double while they are used up within a second
 * @param aheadMax up to which they grow where even that is used up before the next one is written
 */
public record BlockLimits(long base, long range, long aheadMax) {
  /** No block is larger. */
  public static final long VALUES_MAX = 1L << 30;

  public BlockLimits {
    if (base < 1 || range < base || range > VALUES_MAX || aheadMax < 1 || aheadMax > VALUES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "out of range: base=%d range=%d aheadMax=%d max=%d"
              .formatted(base, range, aheadMax, VALUES_MAX));
    }
  }

  /**
   * The limits of a sequence.
   *
   * @param cache the sequence's own CACHE: never less than that, up to {@link #VALUES_MAX}
   * @param cacheMin raises a smaller CACHE, as far as {@code range} allows
   */
  public static BlockLimits of(long cache, long cacheMin, long range, long aheadMax) {
    long own = Math.min(cache, VALUES_MAX);
    long largest = Math.max(own, Math.min(range, VALUES_MAX));
    return new BlockLimits(Math.clamp(cacheMin, own, largest), largest, aheadMax);
  }
}
