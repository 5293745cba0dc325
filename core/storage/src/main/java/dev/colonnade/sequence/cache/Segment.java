package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.ValueRun;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A block of reserved values and the counter by which they are handed out.
 *
 * <p><b>Writers</b>: any thread claims; whoever guards the chain links and closes. <b>Linearisation
 * point</b> of a claim, and of closing: the atomic add on the counter. <b>Progress</b>: wait-free.
 *
 * <p>Closing adds {@link #CLOSED} to the counter: from that add on no claim succeeds, and the sum
 * before it says exactly which values are out. Claims beyond the end do no harm: each adds at most
 * {@link #CLAIM_MAX}, once for a call that then goes on to the next segment or waits, so that the
 * counter cannot come near to wrapping around.
 *
 * <p>The counter has 128 bytes for itself on either side, so that claims do not take the line of
 * what is only read from other cores.
 */
final class Segment {
  /** Most values in one claim. */
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

  /** The claim of this index asks for the next segment; negative if none does. */
  private final long lowWater;

  /** How many values were reserved before, since the cache is there. */
  private final long ordinal;

  /** Where the sequence stood before these values. */
  private final Position before;

  private final long[] claimed = new long[COUNTER_SLOTS];

  @SuppressWarnings("unused") // by VarHandle
  private volatile @Nullable Segment next;

  @SuppressWarnings("unused") // by VarHandle
  private volatile boolean counted;

  Segment(ValueRun run, Position before, long ordinal, long lowWater) {
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
    before = new Position(0, false);
    ordinal = 0;
    lowWater = -1;
    claimed[COUNTER_INDEX] = CLOSED;
    counted = true;
  }

  /** A segment without values, where a chain begins. */
  static Segment empty() {
    return new Segment();
  }

  /** The index of the claimed value, or one past the end, which claims nothing. */
  long claim() {
    return (long) SLOT.getAndAdd(claimed, COUNTER_INDEX, 1L);
  }

  /** As {@link #claim()}, for so many values from that index on as there are. */
  long claim(long howMany) {
    assert howMany >= 1 && howMany <= CLAIM_MAX : "howMany=" + howMany;
    return (long) SLOT.getAndAdd(claimed, COUNTER_INDEX, howMany);
  }

  boolean has(long index) {
    return index < count;
  }

  long value(long index) {
    return first + index * step;
  }

  /** The values from an index on. */
  ValueRun run(long index, long length) {
    return new ValueRun(value(index), step, length);
  }

  boolean isLowWater(long index) {
    return index == lowWater;
  }

  /** Whether {@code howMany} claims from {@code index} on pass the mark. */
  boolean passesLowWater(long index, long howMany) {
    return index <= lowWater && lowWater - index < howMany;
  }

  /**
   * Lets no claim succeed any more. Returns how many values were claimed, or -1 if it was closed
   * before. Called by one thread at a time.
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

  /** About how many values are left; none in a closed one. */
  long unclaimed() {
    return Math.max(0, count - (long) SLOT.getVolatile(claimed, COUNTER_INDEX));
  }

  /** Says once that the values of this segment are accounted for. */
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

  /** How many values were reserved up to the end of this segment. */
  long ordinalEnd() {
    return ordinal + count;
  }

  /** Where the sequence stands when so many values of this segment are used. */
  Position positionAfter(long usedCount) {
    return usedCount == 0 ? before : new Position(value(usedCount - 1), true);
  }
}
