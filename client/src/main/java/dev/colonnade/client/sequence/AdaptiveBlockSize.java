package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.TimeUnit;

/**
 * Adaptive size of the next block, derived from the lifetime of the previous one with the same rule
 * as in the server: after a lifetime of up to one second the size doubles, up to three seconds it
 * stays, up to five seconds it is halved, and beyond five seconds it is reset.
 *
 * @param isFast whether values are consumed so quickly that the next block is prefetched
 */
record AdaptiveBlockSize(long size, boolean isFast) {
  private static final long FAST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Returns the size of the first block. */
  static AdaptiveBlockSize first(BlockSizes sizes) {
    requireNonNull(sizes, "sizes is null");
    return new AdaptiveBlockSize(sizes.first(), false);
  }

  /** Returns the size after a block of this size that lasted {@code lastedNanos}. */
  AdaptiveBlockSize after(long lastedNanos, BlockSizes sizes) {
    if (lastedNanos <= FAST_NANOS) {
      return new AdaptiveBlockSize(size > sizes.max() / 2 ? sizes.max() : 2 * size, true);
    }
    if (lastedNanos <= STEADY_NANOS) {
      return new AdaptiveBlockSize(size, false);
    }
    return lastedNanos <= SLOW_NANOS
        ? new AdaptiveBlockSize(Math.max(sizes.first(), size / 2), false)
        : first(sizes);
  }
}
