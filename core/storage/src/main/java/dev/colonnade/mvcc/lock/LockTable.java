package dev.colonnade.mvcc.lock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * In-memory table of all row locks of a database. The commit validates again what a lock protects,
 * so a crash, which loses all locks, loses nothing else.
 *
 * <p>Keys are distributed over stripes, each with a mutex that is held for the few steps of one
 * operation; no thread waits for a row lock while it holds one. A request that cannot be granted is
 * queued ({@link LockQueue} defines the order), and then its owner runs deadlock detection ({@link
 * DeadlockDetector}). The last owner to join a cycle finds it, so no deadlock persists, and the
 * request of that last owner is refused.
 *
 * <p>Safe for use by many threads, each owner by one at a time.
 */
public final class LockTable {
  private static final int STRIPES = 64;

  private final LockLimits limits;
  private final Stripe[] stripes = new Stripe[STRIPES];
  private final DeadlockDetector search = new DeadlockDetector(this::guardOf);

  /**
   * Held during deadlock detection, so that only one of two owners that close a cycle is refused.
   */
  private final ReentrantLock searching = new ReentrantLock();

  private final AtomicLong nextOwner = new AtomicLong(1);
  private final AtomicLong held = new AtomicLong();
  private final LongAdder waiting = new LongAdder();
  private final LongAdder waits = new LongAdder();
  private final LongAdder deadlocks = new LongAdder();
  private final LongAdder withdrawn = new LongAdder();

  public LockTable(LockLimits limits) {
    this.limits = requireNonNull(limits, "limits is null");
    for (int index = 0; index < STRIPES; index++) {
      stripes[index] = new Stripe();
    }
  }

  /** Returns a new owner without locks. */
  public LockOwner newOwner() {
    return new LockOwner(nextOwner.getAndIncrement());
  }

  /** Returns whether no lock is currently held. One volatile read. */
  public boolean isEmpty() {
    return held.get() == 0;
  }

  /**
   * Acquires the lock if it can be granted immediately. Returns whether {@code owner} holds it now.
   *
   * @throws ColonnadeException OUT_OF_LOCKS over a limit
   */
  public boolean tryLock(LockOwner owner, Key key, LockStrength strength) {
    requireNoWait(owner);
    Stripe stripe = stripe(key);
    stripe.lock.lock();
    try {
      LockQueue queue = stripe.queues.get(key);
      if (queue == null) {
        grant(stripe.add(key), owner, strength);
        return true;
      }
      LockStrength before = queue.heldBy(owner);
      if (before != null && before.covers(strength)) {
        return true;
      }
      if (!queue.isFree(owner, strength)) {
        return false;
      }
      grant(queue, owner, strength);
      return true;
    } finally {
      stripe.dropIfEmpty(key);
      stripe.lock.unlock();
    }
  }

  /** Returns whether {@code owner} holds the lock with at least this strength. */
  public boolean isHeld(LockOwner owner, Key key, LockStrength strength) {
    Stripe stripe = stripe(key);
    stripe.lock.lock();
    try {
      LockQueue queue = stripe.queues.get(key);
      LockStrength held = queue == null ? null : queue.heldBy(owner);
      return held != null && held.covers(strength);
    } finally {
      stripe.lock.unlock();
    }
  }

  /**
   * Requests the lock. The result is either granted already or queued; an owner waits for at most
   * one lock at a time.
   *
   * @throws ColonnadeException DEADLOCK_DETECTED if waiting would never end: the request is
   *     withdrawn then, and the owner should release its locks; OUT_OF_LOCKS over a limit
   */
  public LockRequest request(LockOwner owner, Key key, LockStrength strength) {
    requireNoWait(owner);
    LockRequest request = enqueue(owner, key, strength);
    if (!request.isGranted()) {
      refuseDeadlock(request);
    }
    return request;
  }

  /**
   * Withdraws a waiting request. Returns false if it was granted meanwhile: the lock is held then.
   */
  public boolean withdraw(LockRequest request) {
    if (!remove(request)) {
      return false;
    }
    withdrawn.increment();
    return true;
  }

  /** Releases all locks of {@code owner}. */
  public void releaseAll(LockOwner owner) {
    releaseSince(owner, 0);
  }

  /**
   * Releases the locks that {@code owner} acquired since {@code mark}, and downgrades the locks
   * that it upgraded since.
   */
  public void releaseSince(LockOwner owner, int mark) {
    requireNoWait(owner);
    while (owner.count() > mark) {
      release(owner, owner.removeLast());
    }
  }

  /** Returns the current statistics. */
  public LockStatistics statistics() {
    return new LockStatistics(
        held.get(), waiting.sum(), waits.sum(), deadlocks.sum(), withdrawn.sum());
  }

  /** Returns the mutex that guards {@code queue}. */
  private ReentrantLock guardOf(LockQueue queue) {
    return stripe(queue.key()).lock;
  }

  private LockRequest enqueue(LockOwner owner, Key key, LockStrength strength) {
    Stripe stripe = stripe(key);
    stripe.lock.lock();
    try {
      LockQueue queue = stripe.add(key);
      LockRequest request = new LockRequest(owner, queue, strength);
      LockStrength before = queue.heldBy(owner);
      if (before != null && before.covers(strength)) {
        request.complete();
      } else if (queue.isFree(owner, strength)) {
        grant(queue, owner, strength);
        request.complete();
      } else {
        requireWaiterLimit(queue);
        owner.waitsFor(request);
        queue.enqueue(request);
        waiting.increment();
        waits.increment();
      }
      return request;
    } finally {
      stripe.dropIfEmpty(key);
      stripe.lock.unlock();
    }
  }

  private void refuseDeadlock(LockRequest request) {
    Set<LockOwner> cycle;
    searching.lock();
    try {
      cycle = search.cycleOf(request);
      if (cycle.isEmpty() || !remove(request)) {
        return;
      }
    } finally {
      searching.unlock();
    }
    deadlocks.increment();
    throw new ColonnadeException(
        ErrorCode.DEADLOCK_DETECTED,
        "deadlock detected: %s waits for key=%s strength=%s, which is blocked by %s"
            .formatted(request.owner(), request.queue().key(), request.strength(), cycle));
  }

  private boolean remove(LockRequest request) {
    Key key = request.queue().key();
    Stripe stripe = stripe(key);
    List<LockRequest> granted = new ArrayList<>();
    stripe.lock.lock();
    try {
      if (!request.queue().dequeue(request)) {
        return false;
      }
      request.owner().waitsFor(null);
      waiting.decrement();
      grantNext(request.queue(), granted);
      stripe.dropIfEmpty(key);
    } finally {
      stripe.lock.unlock();
    }
    granted.forEach(LockRequest::complete);
    return true;
  }

  private void release(LockOwner owner, LockOwner.Acquired acquired) {
    LockQueue queue = acquired.queue();
    Stripe stripe = stripe(queue.key());
    List<LockRequest> granted = new ArrayList<>(0);
    stripe.lock.lock();
    try {
      queue.hold(owner, acquired.before());
      if (acquired.before() == null) {
        held.decrementAndGet();
      }
      grantNext(queue, granted);
      stripe.dropIfEmpty(queue.key());
    } finally {
      stripe.lock.unlock();
    }
    granted.forEach(LockRequest::complete);
  }

  private void grantNext(LockQueue queue, List<LockRequest> granted) {
    for (LockRequest next = queue.pollGrantable(); next != null; next = queue.pollGrantable()) {
      waiting.decrement();
      acquire(queue, next.owner(), next.strength());
      next.owner().waitsFor(null);
      granted.add(next);
    }
  }

  private void grant(LockQueue queue, LockOwner owner, LockStrength strength) {
    if (owner.count() >= limits.heldByOwnerMax()) {
      throw outOfLocks("locks of one transaction", limits.heldByOwnerMax());
    }
    if (held.get() >= limits.heldMax()) {
      throw outOfLocks("locks of all transactions", limits.heldMax());
    }
    acquire(queue, owner, strength);
  }

  private void acquire(LockQueue queue, LockOwner owner, LockStrength strength) {
    LockStrength before = queue.heldBy(owner);
    queue.hold(owner, strength);
    owner.addAcquired(new LockOwner.Acquired(queue, before));
    if (before == null) {
      held.incrementAndGet();
    }
  }

  private void requireWaiterLimit(LockQueue queue) {
    if (queue.waiterCount() >= limits.waitersOfKeyMax()) {
      throw outOfLocks("requests that wait for one key", limits.waitersOfKeyMax());
    }
  }

  private static ColonnadeException outOfLocks(String what, int max) {
    return new ColonnadeException(
        ErrorCode.OUT_OF_LOCKS, "out of memory for locks: too many " + what + " max=" + max);
  }

  private static void requireNoWait(LockOwner owner) {
    LockRequest waitsFor = owner.waitsFor();
    if (waitsFor != null) {
      throw new IllegalStateException(owner + " waits for a lock already");
    }
  }

  private Stripe stripe(Key key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return stripes[hash >>> 26];
  }

  /** Partition of the keys. */
  private static final class Stripe {
    final ReentrantLock lock = new ReentrantLock();

    /** Guarded by {@link #lock}. Contains only keys with a holder or a waiting request. */
    final Map<Key, LockQueue> queues = new HashMap<>();

    LockQueue add(Key key) {
      return queues.computeIfAbsent(key, LockQueue::new);
    }

    void dropIfEmpty(Key key) {
      @Nullable LockQueue queue = queues.get(key);
      if (queue != null && queue.isEmpty()) {
        queues.remove(key);
      }
    }
  }
}
