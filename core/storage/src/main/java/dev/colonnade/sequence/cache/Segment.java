package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.definition.ValueRun;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Block of reserved values with the atomic counter by which they are claimed.
 *
 * <p><b>Writers</b>: any thread claims; the thread that holds the lock of the cache links and
 * closes. <b>Linearization point</b> of a claim, and of closing: the atomic add on the counter.
 * <b>Progress</b>: wait-free.
 *
 * <p>Closing adds {@link #CLOSED} to the counter: from that add on no claim succeeds, and the
 * previous counter value is the exact number of claimed values. Claims beyond the end are harmless:
 * each adds at most {@link #CLAIM_MAX}, once for a call that then continues with the next segment
 * or waits, so that the counter cannot overflow.
 *
 * <p>The counter has 128 bytes of padding on either side, so that claims do not cause false sharing
 * with the read-only fields.
 */
final class Segment {
  /** Maximum number of values in one claim. */
  static final long CLAIM_MAX = 1L << 31;

  private static final long CLOSED = 1L << 62;

  private static final int COUNTER_INDEX = 16;
  private static final int COUNTER_SLOTS = 32;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle NEXT;
  private static final VarHandle COUNTED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
      COUNTED = lookup.findVarHandle(Segment.class, "counted", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long first;
  private final long step;
  private final long count;

  /** Index of the claim that triggers the prefetch of the next segment; negative for none. */
  private final long lowWater;

  /** Ordinal of the first value, counted since the cache was created. */
  private final long ordinal;

  /** Position of the sequence before these values. */
  private final SequencePosition before;

  private final long[] claimed = new long[COUNTER_SLOTS];

  @SuppressWarnings("unused") // by VarHandle
  private volatile @Nullable Segment next;

  @SuppressWarnings("unused") // by VarHandle
  private volatile boolean counted;

  Segment(ValueRun run, SequencePosition before, long ordinal, long lowWater) {
    this.first = run.first();
    this.step = run.step();
    this.count = run.count();
    this.before = before;
    this.ordinal = ordinal;
    this.lowWater = lowWater;
  }

  private Segment() {
    first = 0;
    step = 1;
    count = 0;
    before = new SequencePosition(0, false);
    ordinal = 0;
    lowWater = -1;
    claimed[COUNTER_INDEX] = CLOSED;
    counted = true;
  }

  /** Returns a closed segment without values, the initial segment of a chain. */
  static Segment empty() {
    return new Segment();
  }

  /**
   * Claims one value. Returns its index; an index past the end claims nothing (see {@link #has}).
   */
  long claim() {
    return (long) SLOT.getAndAdd(claimed, COUNTER_INDEX, 1L);
  }

  /**
   * Claims up to {@code claimCount} values. Returns the index of the first; only those before the
   * end are claimed.
   */
  long claim(long claimCount) {
    assert claimCount >= 1 && claimCount <= CLAIM_MAX : "claimCount=" + claimCount;
    return (long) SLOT.getAndAdd(claimed, COUNTER_INDEX, claimCount);
  }

  boolean has(long index) {
    return index < count;
  }

  long value(long index) {
    return first + index * step;
  }

  /** Returns {@code length} values from {@code index} on. */
  ValueRun run(long index, long length) {
    return new ValueRun(value(index), step, length);
  }

  boolean isLowWater(long index) {
    return index == lowWater;
  }

  /** Returns whether {@code claimCount} claims from {@code index} on pass the low-water mark. */
  boolean passesLowWater(long index, long claimCount) {
    return index <= lowWater && lowWater - index < claimCount;
  }

  /**
   * Closes the segment, so that no later claim succeeds. Returns the number of claimed values, or
   * -1 if the segment was already closed. Called by one thread at a time.
   */
  long close() {
    if (isClosed()) {
      return -1;
    }
    return Math.min((long) SLOT.getAndAdd(claimed, COUNTER_INDEX, CLOSED), count);
  }

  boolean isClosed() {
    return (long) SLOT.getVolatile(claimed, COUNTER_INDEX) >= CLOSED;
  }

  /** Returns the approximate number of unclaimed values; 0 for a closed segment. */
  long unclaimed() {
    return Math.max(0, count - (long) SLOT.getVolatile(claimed, COUNTER_INDEX));
  }

  /** Marks the claims of this segment as counted; returns whether this call did so first. */
  boolean markCounted() {
    return COUNTED.compareAndSet(this, false, true);
  }

  boolean isCounted() {
    return (boolean) COUNTED.getVolatile(this);
  }

  @Nullable Segment nextAcquire() {
    return (Segment) NEXT.getAcquire(this);
  }

  void linkRelease(Segment following) {
    assert nextAcquire() == null : "linked twice";
    NEXT.setRelease(this, following);
  }

  long count() {
    return count;
  }

  long ordinal() {
    return ordinal;
  }

  /** Returns the ordinal after the last value of this segment. */
  long ordinalEnd() {
    return ordinal + count;
  }

  /** Returns the position of the sequence after {@code usedCount} values of this segment. */
  SequencePosition positionAfter(long usedCount) {
    return usedCount == 0 ? before : new SequencePosition(value(usedCount - 1), true);
  }
}
