package dev.colonnade.client.sequence;

/**
 * Limits of the number of values that a {@link SequenceBlock} reserves at a time.
 *
 * @param first size of the first block, and after a pause
 * @param max size when blocks are consumed quickly; a client that ends leaves less than two such
 *     blocks unused
 */
public record BlockSizes(long first, long max) {
  /**
   * 100 values initially and 65,536 at most: seven milliseconds at ten million values per second.
   */
  public static final BlockSizes DEFAULT = new BlockSizes(100, 65_536);

  /** Checks the sizes. */
  public BlockSizes {
    if (first < 1 || max < first) {
      throw new IllegalArgumentException(
          "sizes must be 1 <= first <= max: first=" + first + " max=" + max);
    }
  }
}
