package dev.colonnade.sequence.prefetch;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Limits of the number of values in a block.
 *
 * @param base size of the first block, and of the blocks of a rarely used sequence
 * @param range size up to which blocks double while each is used up within a second
 * @param aheadMax size up to which the prefetch grows if blocks are used up before the next one is
 *     written
 */
public record BlockSizeLimits(long base, long range, long aheadMax) {
  /** Maximum number of values in any block. */
  public static final long VALUES_MAX = 1L << 30;

  public BlockSizeLimits {
    if (base < 1 || range < base || range > VALUES_MAX || aheadMax < 1 || aheadMax > VALUES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "out of range: base=%d range=%d aheadMax=%d max=%d"
              .formatted(base, range, aheadMax, VALUES_MAX));
    }
  }

  /**
   * Returns the limits of a sequence.
   *
   * @param cache CACHE of the sequence: the minimum size, up to {@link #VALUES_MAX}
   * @param cacheMin minimum that replaces a smaller CACHE, limited by {@code range}
   */
  public static BlockSizeLimits of(long cache, long cacheMin, long range, long aheadMax) {
    long own = Math.min(cache, VALUES_MAX);
    long largest = Math.max(own, Math.min(range, VALUES_MAX));
    return new BlockSizeLimits(Math.clamp(cacheMin, own, largest), largest, aheadMax);
  }
}
