package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.ValueRun;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Lock-free linked list of segments from which values are claimed.
 *
 * <p><b>Writers</b>: any thread claims, and advances past a segment that is used up; appending and
 * closing is done by one thread at a time. <b>Linearization point</b> of a claim: its add on the
 * counter of the segment that contains the value. <b>Progress</b>: claiming is lock-free. A claim
 * needs one add, and one more for each segment that is used up; a thread advances {@code current}
 * only forward, by compare-and-set, and it is irrelevant which of several threads succeeds.
 *
 * <p><b>Order</b>: a claim that starts after another claim has returned gets a value that was
 * reserved later.
 */
final class SegmentChain {
  /** Listener for claims that pass the low-water mark of a segment. */
  @FunctionalInterface
  interface LowWaterListener {
    /**
     * Called once per segment that has a mark, by the thread whose claim passes it. Must not block.
     */
    void lowWaterPassed(Segment segment, long index);
  }

  /** Closed segment with the number of values that were claimed before it was closed. */
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

  private final LowWaterListener listener;

  /** Number of values claimed from segments before {@code current}, and from closed ones. */
  private final LongAdder claimedBefore = new LongAdder();

  /** First segment that claims try. Any thread advances it. */
  private volatile Segment current = Segment.empty();

  /** End of the chain. Used only by the appending thread. */
  private Segment last = current;

  SegmentChain(LowWaterListener listener) {
    this.listener = listener;
  }

  /** Claims the next value if one is unclaimed; returns whether it did. */
  boolean tryClaim(LongResult into) {
    Segment segment = current;
    while (true) {
      long index = segment.claim();
      if (segment.has(index)) {
        into.set(segment.value(index));
        if (segment.isLowWater(index)) {
          listener.lowWaterPassed(segment, index);
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

  /** Claims up to {@code count} values, as many as are unclaimed, in as few runs as possible. */
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
          listener.lowWaterPassed(segment, index + length - 1);
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

  /** Appends segments at the end. */
  void append(List<Segment> segments) {
    for (Segment segment : segments) {
      last.linkRelease(segment);
      last = segment;
    }
  }

  /**
   * Closes all segments, so that no claim succeeds until more segments are appended. Returns, in
   * order, the segments that were not closed before and have unclaimed values.
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

  /** Returns the approximate number of unclaimed values. */
  long unclaimed() {
    long sum = 0;
    for (Segment segment = current; segment != null; segment = segment.nextAcquire()) {
      sum += segment.unclaimed();
    }
    return sum;
  }

  /** Returns the approximate number of claimed values. */
  long claimed() {
    long sum = claimedBefore.sum();
    for (Segment segment = current; segment != null; segment = segment.nextAcquire()) {
      sum += segment.isCounted() ? 0 : segment.count() - segment.unclaimed();
    }
    return sum;
  }

  private void advance(Segment from, Segment to) {
    // The claims of a closed segment are counted by the thread that closed it.
    if (CURRENT.compareAndSet(this, from, to) && !from.isClosed() && from.markCounted()) {
      claimedBefore.add(from.count());
    }
  }
}
