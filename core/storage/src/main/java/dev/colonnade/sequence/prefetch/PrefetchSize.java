package dev.colonnade.sequence.prefetch;

import java.util.concurrent.TimeUnit;

/**
 * Adaptive size of the next block of a sequence. Not thread-safe.
 *
 * <p>The first rule is that of Postgres-XL's sequence range, with times: if a block is used up
 * within 1 s, the size doubles, up to {@code range}; within 3 s it is unchanged; within 5 s it
 * halves; after that it is reset to the base. That rule suits a writer that waits for each block.
 * Here no caller should wait, so a second rule sizes the prefetch: a block contains at least twice
 * the values that are used while a block is being written, up to {@code aheadMax}. Since the next
 * block is requested when one is opened, the write may take twice its usual time before a caller
 * has to wait.
 */
public final class PrefetchSize {
  static final long DOUBLE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long KEEP_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(3);
  static final long HALVE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private BlockSizeLimits limits;
  private long size;
  private long prefetchSize;
  private long writeNanos;
  private boolean isFast;

  public PrefetchSize(BlockSizeLimits limits) {
    this.limits = limits;
    this.size = limits.base();
  }

  /** Resets the size to the base of {@code newLimits}. */
  public void reset(BlockSizeLimits newLimits) {
    limits = newLimits;
    size = newLimits.base();
    prefetchSize = 0;
    isFast = false;
  }

  /**
   * Records the duration of the write of a block. The estimate of a slow write decays by 1/8 per
   * write.
   */
  public void written(long nanos) {
    writeNanos = Math.max(nanos, writeNanos - writeNanos / 8);
  }

  /** Records that {@code count} values were used within {@code nanos}, and adapts the size. */
  public void used(long count, long nanos) {
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
    double usedPerWrite = (double) count / elapsedNanos * writeNanos;
    prefetchSize = (long) Math.min((double) limits.aheadMax(), 2 * usedPerWrite);
  }

  /** Returns the number of values of the next block. */
  public long block() {
    return Math.max(size, prefetchSize);
  }

  /**
   * Returns the low-water mark of a block of {@code count} values: the index of the claim that
   * triggers the prefetch of the next block. It is 0 if blocks are used up within a second,
   * otherwise the middle of the block.
   */
  public long lowWater(long count) {
    return isFast ? 0 : count / 2;
  }
}
