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
 * All row locks of a database. In memory only: what a lock protects is checked again when its
 * transaction commits, so that a crash, which loses all locks, loses nothing else.
 *
 * <p>Keys are spread over stripes, each with a lock that is held for the few steps of one
 * operation; nobody waits for a row while holding one. A request that cannot be granted is put in
 * line ({@link LockQueue} says in which order), and afterwards its owner looks whether it closed a
 * cycle ({@link DeadlockSearch}). Whoever is the last to join a cycle finds it, so no cycle lasts,
 * and it is the last that is refused.
 *
 * <p>Safe for use by many threads, each owner by one at a time.
 */
public final class LockTable {
  private static final int STRIPES = 64;

  private final LockLimits limits;
  private final Stripe[] stripes = new Stripe[STRIPES];
  private final DeadlockSearch search = new DeadlockSearch(this);

  /** Held while looking for a cycle, so that of two who close one cycle only one is refused. */
  private final ReentrantLock searching = new ReentrantLock();

  private final AtomicLong nextOwner = new AtomicLong(1);
  private final AtomicLong held = new AtomicLong();
  private final LongAdder waiting = new LongAdder();
  private final LongAdder waits = new LongAdder();
  private final LongAdder deadlocks = new LongAdder();
  private final LongAdder givenUp = new LongAdder();

  public LockTable(LockLimits limits) {
    this.limits = requireNonNull(limits, "limits is null");
    for (int index = 0; index < STRIPES; index++) {
      stripes[index] = new Stripe();
    }
  }

  /** Someone new, who holds nothing. */
  public LockOwner newOwner() {
    return new LockOwner(nextOwner.getAndIncrement());
  }

  /** Whether nobody holds a lock at this moment. One volatile read. */
  public boolean isEmpty() {
    return held.get() == 0;
  }

  /**
   * Takes the lock if that is possible at once. Returns whether {@code owner} has it now.
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

  /** Whether {@code owner} holds the lock at least so strongly. */
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
   * Asks for the lock. The result is granted already, or waits in line; an owner waits for one lock
   * at a time.
   *
   * @throws ColonnadeException DEADLOCK_DETECTED if waiting would never end: the request is
   *     withdrawn then, and the owner had better give up what it holds; OUT_OF_LOCKS over a limit
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
   * Withdraws a request that waits. Returns false if it was granted meanwhile: the lock is held
   * then.
   */
  public boolean giveUp(LockRequest request) {
    if (!withdraw(request)) {
      return false;
    }
    givenUp.increment();
    return true;
  }

  /** Gives back everything that {@code owner} holds. */
  public void releaseAll(LockOwner owner) {
    releaseSince(owner, 0);
  }

  /**
   * Gives back what {@code owner} has taken since {@code mark}, also where it only made a lock
   * stronger.
   */
  public void releaseSince(LockOwner owner, int mark) {
    requireNoWait(owner);
    while (owner.count() > mark) {
      release(owner, owner.removeLast());
    }
  }

  /** Figures of this moment. */
  public LockStatistics statistics() {
    return new LockStatistics(
        held.get(), waiting.sum(), waits.sum(), deadlocks.sum(), givenUp.sum());
  }

  /** The lock that guards {@code queue}. */
  ReentrantLock guardOf(LockQueue queue) {
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
        requireRoomToWait(queue);
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
      if (cycle.isEmpty() || !withdraw(request)) {
        return;
      }
    } finally {
      searching.unlock();
    }
    deadlocks.increment();
    throw new ColonnadeException(
        ErrorCode.DEADLOCK_DETECTED,
        "deadlock detected: %s waits for key=%s strength=%s, which is held up by %s"
            .formatted(request.owner(), request.queue().key(), request.strength(), cycle));
  }

  private boolean withdraw(LockRequest request) {
    Key key = request.queue().key();
    Stripe stripe = stripe(key);
    List<LockRequest> toTell = new ArrayList<>();
    stripe.lock.lock();
    try {
      if (!request.queue().dequeue(request)) {
        return false;
      }
      request.owner().waitsFor(null);
      waiting.decrement();
      grantNext(request.queue(), toTell);
      stripe.dropIfEmpty(key);
    } finally {
      stripe.lock.unlock();
    }
    toTell.forEach(LockRequest::complete);
    return true;
  }

  private void release(LockOwner owner, LockOwner.Taken taken) {
    LockQueue queue = taken.queue();
    Stripe stripe = stripe(queue.key());
    List<LockRequest> toTell = new ArrayList<>(0);
    stripe.lock.lock();
    try {
      queue.hold(owner, taken.before());
      if (taken.before() == null) {
        held.decrementAndGet();
      }
      grantNext(queue, toTell);
      stripe.dropIfEmpty(queue.key());
    } finally {
      stripe.lock.unlock();
    }
    toTell.forEach(LockRequest::complete);
  }

  private void grantNext(LockQueue queue, List<LockRequest> toTell) {
    for (LockRequest next = queue.pollGrantable(); next != null; next = queue.pollGrantable()) {
      waiting.decrement();
      take(queue, next.owner(), next.strength());
      next.owner().waitsFor(null);
      toTell.add(next);
    }
  }

  private void grant(LockQueue queue, LockOwner owner, LockStrength strength) {
    if (owner.count() >= limits.heldByOwnerMax()) {
      throw outOfLocks("locks of one transaction", limits.heldByOwnerMax());
    }
    if (held.get() >= limits.heldMax()) {
      throw outOfLocks("locks of all transactions", limits.heldMax());
    }
    take(queue, owner, strength);
  }

  private void take(LockQueue queue, LockOwner owner, LockStrength strength) {
    LockStrength before = queue.heldBy(owner);
    queue.hold(owner, strength);
    owner.took(new LockOwner.Taken(queue, before));
    if (before == null) {
      held.incrementAndGet();
    }
  }

  private void requireRoomToWait(LockQueue queue) {
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

  /** Some of the keys. */
  private static final class Stripe {
    final ReentrantLock lock = new ReentrantLock();

    /** Guarded by {@link #lock}. Only keys that somebody holds or wants. */
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
