package dev.colonnade.sequence.cache;

import java.util.concurrent.TimeUnit;

/**
 * How large the next block of a sequence shall be. Not safe for concurrent use.
 *
 * <p>The rule is that of Postgres-XL's sequence range, with times: a block used up within 1 s
 * doubles the next one up to {@code range}; up to 3 s it keeps; up to 5 s it halves; after that it
 * starts over. That suits a writer who waits for each block. Here nobody shall wait, so there is a
 * second rule: a block has at least twice the values that are used while a block is being written,
 * up to {@code aheadMax}. As the next block is asked for when one is opened, the write may then
 * take twice its usual time before anyone notices.
 */
final class AdaptiveSize {
  static final long DOUBLE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long KEEP_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(3);
  static final long HALVE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private BlockLimits limits;
  private long size;
  private long aheadSize;
  private long writeNanos;
  private boolean isFast;

  AdaptiveSize(BlockLimits limits) {
    this.limits = limits;
    this.size = limits.base();
  }

  /** Starts over, with other limits. */
  void reset(BlockLimits newLimits) {
    limits = newLimits;
    size = newLimits.base();
    aheadSize = 0;
    isFast = false;
  }

  BlockLimits limits() {
    return limits;
  }

  /** A block was written in so much time. A slow write is remembered for some time. */
  void written(long nanos) {
    writeNanos = Math.max(nanos, writeNanos - writeNanos / 8);
  }

  /** So many values were used in so much time. */
  void used(long count, long nanos) {
    long elapsedNanos = Math.max(1, nanos);
    long blockNanos = (long) ((double) elapsedNanos / count * block());
    isFast = blockNanos < DOUBLE_WITHIN_NANOS;
    if (isFast) {
      size = Math.min(limits.range(), 2 * size);
    } else if (blockNanos >= HALVE_WITHIN_NANOS) {
      size = limits.base();
    } else if (blockNanos > KEEP_WITHIN_NANOS) {
      size = Math.max(limits.base(), size / 2);
    }
    double usedMeanwhile = (double) count / elapsedNanos * writeNanos;
    aheadSize = (long) Math.min((double) limits.aheadMax(), 2 * usedMeanwhile);
  }

  /** Values in the next block. */
  long block() {
    return Math.max(size, aheadSize);
  }

  /** The claim of a block that asks for the next one: the first where blocks go fast. */
  long lowWater(long count) {
    return isFast ? 0 : count / 2;
  }
}
