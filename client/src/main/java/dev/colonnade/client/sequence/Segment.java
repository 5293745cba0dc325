package dev.colonnade.client.sequence;

import dev.colonnade.protocol.sequence.ValueRun;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One run of reserved values. Any thread claims: a claim is one atomic add, which is also what
 * decides who gets which value. Claims past the end get nothing and do no harm.
 *
 * <p>What comes after it is asked for once, by whoever first puts a future into its place; if that
 * fails, it is taken out again, for the next one to try.
 */
final class Segment {
  /** Words that keep the counter apart from what is only read. */
  private static final int COUNTER = 16;

  private static final int COUNTER_WORDS = 32;

  private final long first;
  private final long step;
  private final long count;
  private final Block block;
  private final AtomicLongArray claimed = new AtomicLongArray(COUNTER_WORDS);
  private final AtomicReference<@Nullable CompletableFuture<Segment>> successor =
      new AtomicReference<>();

  /**
   * What was reserved together.
   *
   * @param pace of this block
   * @param openedNanos when it was there
   */
  record Block(BlockPace pace, long openedNanos) {}

  private Segment(long first, long step, long count, Block block) {
    this.first = first;
    this.step = step;
    this.count = count;
    this.block = block;
  }

  static Segment of(ValueRun run, Block block) {
    return new Segment(run.first(), run.step(), run.count(), block);
  }

  /** A segment of no values. */
  static Segment empty(Block block) {
    return new Segment(0, 1, 0, block);
  }

  Block block() {
    return block;
  }

  /** The pace of the block after the one that this is of, if it is asked for now. */
  BlockPace nextPace(long nowNanos, BlockSizes sizes) {
    return count == 0 ? block.pace() : block.pace().after(nowNanos - block.openedNanos(), sizes);
  }

  long count() {
    return count;
  }

  /** The index of a value that nobody else gets; {@link #count} or more if all are taken. */
  long claim() {
    return claimed.getAndIncrement(COUNTER);
  }

  long valueAt(long index) {
    assert index >= 0 && index < count : "index=" + index + " count=" + count;
    return first + step * index;
  }

  AtomicReference<@Nullable CompletableFuture<Segment>> successor() {
    return successor;
  }
}
