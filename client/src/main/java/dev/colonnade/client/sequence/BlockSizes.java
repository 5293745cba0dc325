package dev.colonnade.client.sequence;

/**
 * How many values a {@link SequenceBlock} reserves at a time.
 *
 * @param first to begin with, and again after a pause
 * @param max when they are used up quickly; what a client that ends leaves unused is less than two
 *     such blocks
 */
public record BlockSizes(long first, long max) {
  /** 100 values at first and 65,536 at most: seven milliseconds of ten million a second. */
  public static final BlockSizes DEFAULT = new BlockSizes(100, 65_536);

  public BlockSizes {
    if (first < 1 || max < first) {
      throw new IllegalArgumentException(
          "sizes must be 1 <= first <= max: first=" + first + " max=" + max);
    }
  }
}
