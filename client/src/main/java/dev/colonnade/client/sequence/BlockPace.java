package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.TimeUnit;

/**
 * How large the next block is, by how long the one before it lasted: the server's own rule. What is
 * used up within a second doubles, within three it stays, after that it is halved, and after five
 * it begins anew.
 *
 * @param isFast whether values are used so quickly that the next block is asked for early
 */
record BlockPace(long size, boolean isFast) {
  private static final long FAST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Of the first block. */
  static BlockPace first(BlockSizes sizes) {
    requireNonNull(sizes, "sizes is null");
    return new BlockPace(sizes.first(), false);
  }

  /** After a block of this pace that lasted so long. */
  BlockPace after(long lastedNanos, BlockSizes sizes) {
    if (lastedNanos <= FAST_NANOS) {
      return new BlockPace(size > sizes.max() / 2 ? sizes.max() : 2 * size, true);
    }
    if (lastedNanos <= STEADY_NANOS) {
      return new BlockPace(size, false);
    }
    return lastedNanos <= SLOW_NANOS
        ? new BlockPace(Math.max(sizes.first(), size / 2), false)
        : first(sizes);
  }
}
