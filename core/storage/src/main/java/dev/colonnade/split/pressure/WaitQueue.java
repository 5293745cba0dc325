package dev.colonnade.split.pressure;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.mutation.Mutations;
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
 * FIFO wait queues of writes, one for each range that is full. The thread that frees capacity, by
 * the end of a split or of another write, admits the waiters at the head and counts their bytes as
 * in flight on their behalf, so that no later write overtakes them.
 *
 * <p>One lock guards the queues. A waiter is enqueued before the last admission decision about it,
 * and capacity is freed before the queue is read; so no wakeup is lost.
 */
final class WaitQueue {
  private final AdmissionContext context;
  private final ReentrantLock lock = new ReentrantLock();

  /** Written under the lock; read by any thread. */
  private final ConcurrentHashMap<Long, RangeQueue> queues = new ConcurrentHashMap<>();

  // Guarded by the lock.
  private int waitingCount;
  private boolean closed;

  WaitQueue(AdmissionContext context) {
    this.context = context;
  }

  /** Returns whether writes wait for this range, so that a new write has to queue behind them. */
  boolean hasWaiters(long rangeId) {
    return queues.containsKey(rangeId);
  }

  /** Returns the number of waiting writes. */
  int waitingCount() {
    lock.lock();
    try {
      return waitingCount;
    } finally {
      lock.unlock();
    }
  }

  /** Enqueues a write; it may be admitted before this method returns. */
  Waiter enqueue(Mutations mutations, RangeDescriptor range, int waitersMax) {
    Waiter waiter = new Waiter(mutations);
    lock.lock();
    try {
      if (closed) {
        throw shuttingDown();
      }
      if (waitingCount >= waitersMax) {
        context.countRefused();
        throw new ColonnadeException(
            ErrorCode.RANGE_FULL,
            "too many writes wait for splits range=%d max=%d".formatted(range.id(), waitersMax));
      }
      waitingCount++;
      append(waiter, range);
    } finally {
      lock.unlock();
    }
    wake(range.id());
    return waiter;
  }

  /** Removes a write from its queue. Returns false if the write is already admitted. */
  boolean cancel(Waiter waiter) {
    lock.lock();
    try {
      if (waiter.admitted.isDone()) {
        return false;
      }
      dequeue(waiter);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Admits waiters of a range after capacity may have been freed. */
  void wake(long rangeId) {
    if (queues.containsKey(rangeId)) {
      serve(rangeId, this::decide);
    }
  }

  /** Fails all waiting and all later writes with SHUTTING_DOWN. */
  void close() {
    lock.lock();
    try {
      closed = true;
      for (RangeQueue queue : List.copyOf(queues.values())) {
        for (Waiter waiter : List.copyOf(queue.waiters)) {
          dequeue(waiter);
          waiter.admitted.completeExceptionally(shuttingDown());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private AdmissionDecision decide(BatchCharges charges) {
    return context.gauge().decide(charges, 0);
  }

  private void splitEnded(long rangeId, Outcome outcome) {
    lock.lock();
    try {
      RangeQueue queue = queues.get(rangeId);
      if (queue == null) {
        return;
      }
      queue.awaitsSplit = false;
    } finally {
      lock.unlock();
    }
    switch (outcome) {
      case Outcome.Done _, Outcome.NotNeeded _ -> wake(rangeId);
      // No split will come soon: the waiters are admitted, up to the hard limit.
      case Outcome.Failed _, Outcome.Dropped _, Outcome.Drained _ ->
          serve(rangeId, _ -> AdmissionDecision.PASS);
    }
  }

  /** Admits waiters from the head of a queue while {@code policy} allows it. */
  private void serve(long rangeId, Policy policy) {
    List<RangeDescriptor> toSplit = new ArrayList<>(1);
    List<RangeDescriptor> movedTo = new ArrayList<>(0);
    lock.lock();
    try {
      RangeQueue queue = queues.get(rangeId);
      while (queue != null && !queue.waiters.isEmpty()) {
        Waiter first = queue.waiters.getFirst();
        BatchCharges charges = BatchCharges.of(first.mutations, context.ranges().map());
        if (policy.decide(charges)
            instanceof AdmissionDecision.Wait(RangeDescriptor range, boolean splits)) {
          boolean moves = range.id() != rangeId;
          if (moves) {
            queue.waiters.removeFirst();
            append(first, range);
            movedTo.add(range);
          }
          awaitSplit(range, splits, toSplit);
          if (!moves) {
            break;
          }
        } else {
          dequeue(first);
          first.admitted.complete(
              new AdmissionTicket(context, this::wake, first.mutations, charges));
        }
      }
      if (queue != null && queue.waiters.isEmpty()) {
        queues.remove(rangeId, queue);
      }
    } finally {
      lock.unlock();
    }
    // Capacity may have been freed there before the waiters were enqueued.
    movedTo.forEach(range -> wake(range.id()));
    for (RangeDescriptor range : toSplit) {
      context.requests().request(RangeRef.of(range), outcome -> splitEnded(range.id(), outcome));
    }
  }

  private void awaitSplit(RangeDescriptor range, boolean splits, List<RangeDescriptor> toSplit) {
    RangeQueue queue = queues.get(range.id());
    if (splits && queue != null && !queue.awaitsSplit) {
      queue.awaitsSplit = true;
      toSplit.add(range);
    }
  }

  private void append(Waiter waiter, RangeDescriptor range) {
    RangeQueue queue = queues.computeIfAbsent(range.id(), _ -> new RangeQueue());
    queue.waiters.addLast(waiter);
    waiter.rangeId = range.id();
  }

  private void dequeue(Waiter waiter) {
    RangeQueue queue = queues.get(waiter.rangeId);
    if (queue != null && queue.waiters.remove(waiter)) {
      waitingCount--;
      if (queue.waiters.isEmpty()) {
        queues.remove(waiter.rangeId, queue);
      }
    }
  }

  private static ColonnadeException shuttingDown() {
    return new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the database is being closed");
  }

  /** Admission policy for waiters. */
  private interface Policy {
    AdmissionDecision decide(BatchCharges charges);
  }

  /** Wait queue of one range. Guarded by the lock. */
  private static final class RangeQueue {
    private final Deque<Waiter> waiters = new ArrayDeque<>();

    /** True while a completion is registered for the end of a split. */
    private boolean awaitsSplit;
  }

  /** Waiting write. */
  static final class Waiter {
    private final Mutations mutations;

    /** Completed under the lock. */
    final CompletableFuture<AdmissionTicket> admitted = new CompletableFuture<>();

    /** Guarded by the lock. */
    private long rangeId;

    private Waiter(Mutations mutations) {
      this.mutations = mutations;
    }
  }
}
