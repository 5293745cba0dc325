package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.ValueRun;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Segments one after another, from which values are claimed.
 *
 * <p><b>Writers</b>: any thread claims and moves on from a segment that is used up; appending and
 * closing is done by one thread at a time. <b>Linearisation point</b> of a claim: its add on the
 * counter of the segment that has the value. <b>Progress</b>: claiming is lock-free. A claim takes
 * one add, and one more for each segment that it finds used up; a thread moves {@code current} only
 * forward, by compare-and-set, and it does not matter whether it or another one succeeds.
 *
 * <p><b>Order</b>: a claim that begins after another one has returned gets a value that was
 * reserved later.
 */
final class SegmentChain {
  /** What happens when a claim passes the low-water mark of a segment. */
  @FunctionalInterface
  interface LowWater {
    /** Called once for each segment that has a mark, by the claim that passes it. Must not wait. */
    void passed(Segment segment, long index);
  }

  /** Claims of a segment that was closed under them, in order. */
  record Tail(Segment segment, long claimedCount) {
    long unclaimedCount() {
      return segment.count() - claimedCount;
    }
  }

  private static final VarHandle CURRENT;

  static {
    try {
      CURRENT = MethodHandles.lookup().findVarHandle(SegmentChain.class, "current", Segment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final LowWater lowWater;

  /** Values claimed from segments that are past. */
  private final LongAdder claimedBefore = new LongAdder();

  /** Where claims begin to look. Moved forward by anyone. */
  private volatile Segment current = Segment.empty();

  /** The end of the chain. Whoever appends. */
  private Segment last = current;

  SegmentChain(LowWater lowWater) {
    this.lowWater = lowWater;
  }

  /** Claims the next value if there is one. */
  boolean tryClaim(LongResult into) {
    Segment segment = current;
    while (true) {
      long index = segment.claim();
      if (segment.has(index)) {
        into.set(segment.value(index));
        if (segment.isLowWater(index)) {
          lowWater.passed(segment, index);
        }
        return true;
      }
      Segment next = segment.nextAcquire();
      if (next == null) {
        return false;
      }
      advance(segment, next);
      segment = next;
    }
  }

  /** Claims up to so many values, as many as there are, in as few runs as possible. */
  List<ValueRun> claimUpTo(long count) {
    List<ValueRun> runs = new ArrayList<>(1);
    long missing = count;
    Segment segment = current;
    while (missing > 0) {
      long index = segment.claim(Math.min(missing, Segment.CLAIM_MAX));
      if (segment.has(index)) {
        long length = Math.min(missing, segment.count() - index);
        runs.add(segment.run(index, length));
        missing -= length;
        if (segment.passesLowWater(index, length)) {
          lowWater.passed(segment, index + length - 1);
        }
      } else {
        Segment next = segment.nextAcquire();
        if (next == null) {
          break;
        }
        advance(segment, next);
        segment = next;
      }
    }
    return runs;
  }

  /** Adds segments at the end. */
  void append(List<Segment> segments) {
    for (Segment segment : segments) {
      last.linkRelease(segment);
      last = segment;
    }
  }

  /**
   * Lets no claim succeed until more is appended. Returns what was not closed before, in order,
   * without what was used up.
   */
  List<Tail> close() {
    List<Tail> tails = new ArrayList<>();
    Segment segment = current;
    while (segment != null) {
      long claimedCount = segment.close();
      if (segment.markCounted()) {
        claimedBefore.add(claimedCount);
      }
      if (claimedCount >= 0 && claimedCount < segment.count()) {
        tails.add(new Tail(segment, claimedCount));
      }
      segment = segment.nextAcquire();
    }
    return tails;
  }

  /** About how many values are left. */
  long unclaimed() {
    long sum = 0;
    for (Segment segment = current; segment != null; segment = segment.nextAcquire()) {
      sum += segment.unclaimed();
    }
    return sum;
  }

  /** About how many values were claimed. */
  long claimed() {
    long sum = claimedBefore.sum();
    for (Segment segment = current; segment != null; segment = segment.nextAcquire()) {
      sum += segment.isCounted() ? 0 : segment.count() - segment.unclaimed();
    }
    return sum;
  }

  private void advance(Segment from, Segment to) {
    // What a closed segment has given out is counted by whoever closed it.
    if (CURRENT.compareAndSet(this, from, to) && !from.isClosed() && from.markCounted()) {
      claimedBefore.add(from.count());
    }
  }
}
