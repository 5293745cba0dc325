package dev.colonnade.split.pressure;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.queue.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes that wait, one line for each range that holds them up, first come first served. Whoever
 * makes room, the end of a split or of another write, lets those in front go on and charges their
 * bytes for them, so that nobody overtakes.
 *
 * <p>One lock guards the lines. A write stands in line before it is judged for the last time, and
 * who makes room does so before looking for a line: so none is missed.
 */
final class WaitLine {
  private final WritePressure pressure;
  private final ReentrantLock lock = new ReentrantLock();

  /** Written under the lock; read by anyone. */
  private final ConcurrentHashMap<Long, Line> lines = new ConcurrentHashMap<>();

  // Guarded by the lock.
  private int waiting;
  private boolean closed;

  WaitLine(WritePressure pressure) {
    this.pressure = pressure;
  }

  /** Whether someone waits for this range: a newcomer stands behind. */
  boolean isWaitedFor(long rangeId) {
    return lines.containsKey(rangeId);
  }

  int waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  /** Puts a write in line; it may be let in before this returns. */
  Waiter enter(Mutations mutations, RangeDescriptor range, int waitersMax) {
    Waiter waiter = new Waiter(mutations);
    lock.lock();
    try {
      if (closed) {
        throw shuttingDown();
      }
      if (waiting >= waitersMax) {
        pressure.countRefused();
        throw new ColonnadeException(
            ErrorCode.RANGE_FULL,
            "too many writes wait for splits range=%d max=%d".formatted(range.id(), waitersMax));
      }
      waiting++;
      stand(waiter, range);
    } finally {
      lock.unlock();
    }
    wake(range.id());
    return waiter;
  }

  /** Takes a write out of its line; false if it has been let in meanwhile. */
  boolean giveUp(Waiter waiter) {
    lock.lock();
    try {
      if (waiter.admitted.isDone()) {
        return false;
      }
      leaveLine(waiter);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Room may have been made in a range. */
  void wake(long rangeId) {
    if (lines.containsKey(rangeId)) {
      serve(rangeId, this::judge);
    }
  }

  /** Fails all who wait, and all who come. */
  void close() {
    lock.lock();
    try {
      closed = true;
      for (Line line : List.copyOf(lines.values())) {
        for (Waiter waiter : List.copyOf(line.waiters)) {
          leaveLine(waiter);
          waiter.admitted.completeExceptionally(shuttingDown());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private Verdict judge(BatchCharges charges) {
    return pressure.gauge().judge(charges, 0);
  }

  private void splitEnded(long rangeId, Outcome outcome) {
    lock.lock();
    try {
      Line line = lines.get(rangeId);
      if (line == null) {
        return;
      }
      line.isWatched = false;
    } finally {
      lock.unlock();
    }
    switch (outcome) {
      case Outcome.Done _, Outcome.NotNeeded _ -> wake(rangeId);
      // No split will come soon: they go on, up to the hard limit.
      case Outcome.Failed _, Outcome.Dropped _, Outcome.Drained _ ->
          serve(rangeId, _ -> Verdict.PASS);
    }
  }

  /** Lets those in front of a line go on, as long as {@code judge} lets them. */
  private void serve(long rangeId, Judge judge) {
    List<RangeDescriptor> toSplit = new ArrayList<>(1);
    List<RangeDescriptor> movedTo = new ArrayList<>(0);
    lock.lock();
    try {
      Line line = lines.get(rangeId);
      while (line != null && !line.waiters.isEmpty()) {
        Waiter first = line.waiters.getFirst();
        BatchCharges charges = BatchCharges.of(first.mutations, pressure.ranges().map());
        if (judge.judge(charges) instanceof Verdict.Wait(RangeDescriptor range, boolean splits)) {
          boolean moves = range.id() != rangeId;
          if (moves) {
            line.waiters.removeFirst();
            stand(first, range);
            movedTo.add(range);
          }
          watch(range, splits, toSplit);
          if (!moves) {
            break;
          }
        } else {
          leaveLine(first);
          first.admitted.complete(new Passage(pressure, first.mutations, charges));
        }
      }
      if (line != null && line.waiters.isEmpty()) {
        lines.remove(rangeId, line);
      }
    } finally {
      lock.unlock();
    }
    // Room may have been made there before they stood in line.
    movedTo.forEach(range -> wake(range.id()));
    for (RangeDescriptor range : toSplit) {
      pressure.requests().request(RangeRef.of(range), outcome -> splitEnded(range.id(), outcome));
    }
  }

  private void watch(RangeDescriptor range, boolean splits, List<RangeDescriptor> toSplit) {
    Line line = lines.get(range.id());
    if (splits && line != null && !line.isWatched) {
      line.isWatched = true;
      toSplit.add(range);
    }
  }

  private void stand(Waiter waiter, RangeDescriptor range) {
    Line line = lines.computeIfAbsent(range.id(), _ -> new Line());
    line.waiters.addLast(waiter);
    waiter.rangeId = range.id();
  }

  private void leaveLine(Waiter waiter) {
    Line line = lines.get(waiter.rangeId);
    if (line != null && line.waiters.remove(waiter)) {
      waiting--;
      if (line.waiters.isEmpty()) {
        lines.remove(waiter.rangeId, line);
      }
    }
  }

  private static ColonnadeException shuttingDown() {
    return new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the database is being closed");
  }

  /** Says what is to become of a batch. */
  private interface Judge {
    Verdict judge(BatchCharges charges);
  }

  /** Who waits for one range. Guarded by the lock. */
  private static final class Line {
    private final Deque<Waiter> waiters = new ArrayDeque<>();

    /** Whether the end of a split will be told. */
    private boolean isWatched;
  }

  /** A write that waits. */
  static final class Waiter {
    private final Mutations mutations;

    /** Completed under the lock. */
    final CompletableFuture<Passage> admitted = new CompletableFuture<>();

    /** Guarded by the lock. */
    private long rangeId;

    private Waiter(Mutations mutations) {
      this.mutations = mutations;
    }
  }
}
