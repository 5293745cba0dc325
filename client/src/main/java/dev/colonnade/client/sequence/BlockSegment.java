package dev.colonnade.client.sequence;

import dev.colonnade.protocol.sequence.WireValueRange;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Range of reserved values. Any thread claims values: the linearization point of a claim is one
 * atomic add, which assigns each value to exactly one caller. Claims beyond the end return no value
 * and are harmless.
 *
 * <p>The successor is requested once, by the thread that first installs its future. If the request
 * fails, the future is removed, so that another thread can retry.
 */
final class BlockSegment {
  /** Index of the counter, padded to avoid false sharing with the read-only fields. */
  private static final int COUNTER = 16;

  private static final int COUNTER_WORDS = 32;

  private final long first;
  private final long step;
  private final long count;
  private final Block block;
  private final AtomicLongArray claimed = new AtomicLongArray(COUNTER_WORDS);
  private final AtomicReference<@Nullable CompletableFuture<BlockSegment>> successor =
      new AtomicReference<>();

  /**
   * Block of values that were reserved by one request.
   *
   * @param pace size of this block
   * @param openedNanos time at which the values arrived
   */
  record Block(AdaptiveBlockSize pace, long openedNanos) {}

  private BlockSegment(long first, long step, long count, Block block) {
    this.first = first;
    this.step = step;
    this.count = count;
    this.block = block;
  }

  static BlockSegment of(WireValueRange run, Block block) {
    return new BlockSegment(run.first(), run.step(), run.count(), block);
  }

  /** Returns a segment without values. */
  static BlockSegment empty(Block block) {
    return new BlockSegment(0, 1, 0, block);
  }

  Block block() {
    return block;
  }

  /** Returns the size of the next block, if it is requested now. */
  AdaptiveBlockSize nextPace(long nowNanos, BlockSizes sizes) {
    return count == 0 ? block.pace() : block.pace().after(nowNanos - block.openedNanos(), sizes);
  }

  long count() {
    return count;
  }

  /**
   * Returns the index of a value that no other caller receives; {@link #count} or more if all
   * values are claimed.
   */
  long claim() {
    return claimed.getAndIncrement(COUNTER);
  }

  long valueAt(long index) {
    assert index >= 0 && index < count : "index=" + index + " count=" + count;
    return first + step * index;
  }

  AtomicReference<@Nullable CompletableFuture<BlockSegment>> successor() {
    return successor;
  }
}
