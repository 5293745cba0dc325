package dev.colonnade.mvcc.lock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

  /** Number of locks below which the memory of other owners causes no escalation. */
  private static final int PRESSED_COUNT_MIN = 1_000;

  private final LockLimits limits;
  private final LockStripe[] stripes = new LockStripe[STRIPES];
  private final DeadlockDetector search = new DeadlockDetector(this::guardOf);

  /**
   * Held during deadlock detection, so that only one of two owners that close a cycle is refused.
   */
  private final ReentrantLock searching = new ReentrantLock();

  /**
   * Held while an owner attempts an escalation, so that only one of two competing ones succeeds.
   */
  private final ReentrantLock escalating = new ReentrantLock();

  private final ReentrantLock escalationsChanging = new ReentrantLock();

  /** Read under the lock of the key's stripe. Written under {@link #escalationsChanging}. */
  private volatile List<Escalation> escalations = List.of();

  /** Estimated memory of all locks. */
  private final AtomicLong heldBytes = new AtomicLong();

  private final AtomicLong nextOwner = new AtomicLong(1);
  private final AtomicLong held = new AtomicLong();
  private final LongAdder waiting = new LongAdder();
  private final LongAdder waits = new LongAdder();
  private final LongAdder deadlocks = new LongAdder();
  private final LongAdder withdrawn = new LongAdder();

  public LockTable(LockLimits limits) {
    this.limits = requireNonNull(limits, "limits is null");
    for (int index = 0; index < STRIPES; index++) {
      stripes[index] = new LockStripe();
    }
  }

  /** Returns a new owner without locks, which belongs to no session. */
  public LockOwner newOwner() {
    return newOwner(LockParty.NO_SESSION);
  }

  /** Returns a new owner without locks, which is a transaction of the session of this number. */
  public LockOwner newOwner(int sessionNumber) {
    LockOwner owner = new LockOwner(new LockParty(nextOwner.getAndIncrement(), sessionNumber));
    owner.nextEscalation(limits.escalateAfter());
    owner.nextPressedEscalation(PRESSED_COUNT_MIN);
    return owner;
  }

  /** Returns whether no lock is currently held. Two volatile reads. */
  public boolean isEmpty() {
    return held.get() == 0 && escalations.isEmpty();
  }

  /**
   * Acquires the lock if it can be granted immediately. Returns whether {@code owner} holds it now.
   *
   * @throws ColonnadeException OUT_OF_LOCKS over a limit
   */
  public boolean tryLock(LockOwner owner, Key key, LockStrength strength) {
    requireNoWait(owner);
    LockStripe stripe = stripe(key);
    stripe.lock.lock();
    try {
      if (blocking(owner, key, strength) != null) {
        return false;
      }
      if (isEscalated(owner, key, strength)) {
        return true;
      }
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
    if (isEscalated(owner, key, strength)) {
      return true;
    }
    LockStripe stripe = stripe(key);
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
    for (Escalation escalation : escalations) {
      if (escalation.owner() == owner) {
        end(escalation);
      }
    }
  }

  /** Returns whether a lock of a whole index grants the lock to {@code owner}. */
  public boolean isEscalated(LockOwner owner, Key key, LockStrength strength) {
    for (Escalation escalation : escalations) {
      if (escalation.grants(owner, key, strength)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether {@code owner} has a lock of a whole index. */
  public boolean hasEscalation(LockOwner owner) {
    for (Escalation escalation : escalations) {
      if (escalation.owner() == owner) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether {@code owner} has so many locks that an escalation is due. */
  public boolean isEscalationDue(LockOwner owner) {
    return owner.count() >= owner.nextEscalation()
        || (owner.count() >= owner.nextPressedEscalation()
            && heldBytes.get() > limits.bytesMax() / 4 * 3);
  }

  /**
   * Returns whether {@code owner} is about to exceed a limit, so that it should wait for an
   * escalation.
   */
  public boolean isEscalationUrgent(LockOwner owner) {
    return owner.count() >= limits.heldByOwnerMax() / 8 * 7
        || heldBytes.get() > limits.bytesMax() / 8 * 7;
  }

  /**
   * Replaces the locks of {@code owner} of the index of {@code key} by one lock of the whole index,
   * unless another owner has a conflicting lock there. Rollbacks to a savepoint do not release it.
   * Called by the owner's thread.
   *
   * @return a key that another owner has locked or waits for; null if there is none
   */
  public @Nullable Key escalate(LockOwner owner, Key key) {
    requireNoWait(owner);
    owner.nextEscalation(owner.count() + Math.max(1, limits.escalateAfter() / 4));
    owner.nextPressedEscalation(owner.count() + Math.max(PRESSED_COUNT_MIN, owner.count() / 16));
    Key prefix = Escalation.prefixOf(key);
    if (prefix == null) {
      return null;
    }
    escalating.lock();
    try {
      LockStrength strength = strongestWithin(owner, prefix);
      if (strength == null) {
        return null;
      }
      Escalation escalation = Escalation.of(owner, prefix, strength);
      begin(escalation);
      Key conflict = conflictOf(escalation);
      if (conflict != null) {
        end(escalation);
        return conflict;
      }
      replaceWeaker(escalation);
      releaseWithin(escalation);
    } finally {
      escalating.unlock();
    }
    owner.nextEscalation(owner.count() + limits.escalateAfter());
    owner.nextPressedEscalation(owner.count() + PRESSED_COUNT_MIN);
    return null;
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

  /**
   * Returns the owners, the requests that wait, and the locks of the keys that {@code isListed}
   * accepts. Each queue is read at one time, different queues at different times.
   */
  public LockSnapshot snapshot(Predicate<Key> isListed) {
    LockSnapshotBuilder snapshot = new LockSnapshotBuilder(isListed);
    for (Escalation escalation : escalations) {
      ReentrantLock guard = guardOf(escalation.queue());
      guard.lock();
      try {
        snapshot.addIndex(escalation.queue());
      } finally {
        guard.unlock();
      }
    }
    for (LockStripe stripe : stripes) {
      stripe.lock.lock();
      try {
        stripe.queues.values().forEach(snapshot::addKey);
      } finally {
        stripe.lock.unlock();
      }
    }
    return snapshot.build();
  }

  /** Returns the mutex that guards {@code queue}. */
  private ReentrantLock guardOf(LockQueue queue) {
    return stripe(queue.key()).lock;
  }

  private LockRequest enqueue(LockOwner owner, Key key, LockStrength strength) {
    LockStripe stripe = stripe(key);
    Escalation blocking;
    stripe.lock.lock();
    try {
      blocking = blocking(owner, key, strength);
      if (blocking == null) {
        return enqueueUnblocked(owner, key, strength, stripe);
      }
    } finally {
      stripe.dropIfEmpty(key);
      stripe.lock.unlock();
    }
    return enqueue(owner, blocking);
  }

  private LockRequest enqueueUnblocked(
      LockOwner owner, Key key, LockStrength strength, LockStripe stripe) {
    LockQueue queue = stripe.add(key);
    LockRequest request = new LockRequest(owner, queue, strength);
    LockStrength before = queue.heldBy(owner);
    if (isEscalated(owner, key, strength) || (before != null && before.covers(strength))) {
      request.complete();
    } else if (queue.isFree(owner, strength)) {
      grant(queue, owner, strength);
      request.complete();
    } else {
      await(queue, request);
    }
    return request;
  }

  /** Lets a request wait for the end of an escalation; granted at once if it has ended. */
  private LockRequest enqueue(LockOwner owner, Escalation blocking) {
    LockQueue queue = blocking.queue();
    LockStripe stripe = stripe(queue.key());
    LockRequest request = LockRequest.forEscalation(owner, queue);
    stripe.lock.lock();
    try {
      if (queue.isFree(owner, request.strength())) {
        acquire(queue, owner, request.strength());
        request.complete();
      } else {
        await(queue, request);
      }
      return request;
    } finally {
      stripe.lock.unlock();
    }
  }

  private void await(LockQueue queue, LockRequest request) {
    requireWaiterLimit(queue);
    request.owner().waitsFor(request);
    queue.enqueue(request);
    waiting.increment();
    waits.increment();
  }

  private @Nullable Escalation blocking(LockOwner owner, Key key, LockStrength strength) {
    for (Escalation escalation : escalations) {
      if (escalation.blocks(owner, key, strength)) {
        return escalation;
      }
    }
    return null;
  }

  /** Returns the strongest lock that {@code owner} has in an index; null if it has none. */
  private @Nullable LockStrength strongestWithin(LockOwner owner, Key prefix) {
    LockStrength strongest = null;
    for (LockOwner.Acquired acquired : owner.acquired()) {
      Key key = acquired.queue().key();
      if (key.length() > prefix.length() && key.startsWith(prefix)) {
        LockStrength strength = heldBy(owner, acquired.queue());
        if (strength != null && (strongest == null || strength.covers(strongest))) {
          strongest = strength;
        }
      }
    }
    return strongest;
  }

  private @Nullable LockStrength heldBy(LockOwner owner, LockQueue queue) {
    ReentrantLock guard = guardOf(queue);
    guard.lock();
    try {
      return queue.heldBy(owner);
    } finally {
      guard.unlock();
    }
  }

  /**
   * Publishes an escalation. A lock of another owner that is acquired before the scan of its stripe
   * is found by {@link #conflictOf}; later requests find the escalation.
   */
  private void begin(Escalation escalation) {
    changeEscalations(all -> all.add(escalation));
  }

  private void changeEscalations(Consumer<List<Escalation>> change) {
    escalationsChanging.lock();
    try {
      List<Escalation> all = new ArrayList<>(escalations);
      change.accept(all);
      escalations = List.copyOf(all);
    } finally {
      escalationsChanging.unlock();
    }
  }

  /** Returns a key of the index that another owner has locked or waits for; null if none. */
  private @Nullable Key conflictOf(Escalation escalation) {
    for (Escalation other : escalations) {
      if (other.owner() != escalation.owner()
          && other.prefix().equals(escalation.prefix())
          && other.strength().conflictsWith(escalation.strength())) {
        return other.prefix();
      }
    }
    for (LockStripe stripe : stripes) {
      stripe.lock.lock();
      try {
        for (LockQueue queue : stripe.queues.values()) {
          if (escalation.includes(queue.key())
              && queue.isUsedByOthers(escalation.owner(), escalation.strength())) {
            return queue.key();
          }
        }
      } finally {
        stripe.lock.unlock();
      }
    }
    return null;
  }

  /** Ends the earlier escalations of the owner that an escalation includes. */
  @SuppressWarnings("ReferenceEquality") // the escalation itself, not an equal one
  private void replaceWeaker(Escalation escalation) {
    for (Escalation other : escalations) {
      if (other != escalation
          && other.owner() == escalation.owner()
          && other.prefix().equals(escalation.prefix())
          && escalation.strength().covers(other.strength())) {
        end(other);
      }
    }
  }

  /** Releases the single locks that an escalation includes. */
  private void releaseWithin(Escalation escalation) {
    LockOwner owner = escalation.owner();
    List<LockOwner.Acquired> others = new ArrayList<>();
    List<LockOwner.Acquired> included = new ArrayList<>();
    for (LockOwner.Acquired acquired : owner.acquired()) {
      (escalation.includes(acquired.queue().key()) ? included : others).add(acquired);
    }
    owner.acquired().clear();
    owner.acquired().addAll(others);
    included.reversed().forEach(acquired -> release(owner, acquired));
  }

  /**
   * Ends an escalation; requests that wait for that are granted and repeat their actual request.
   */
  private void end(Escalation escalation) {
    changeEscalations(all -> all.remove(escalation));
    LockQueue queue = escalation.queue();
    List<LockRequest> granted = new ArrayList<>();
    ReentrantLock guard = guardOf(queue);
    guard.lock();
    try {
      queue.hold(escalation.owner(), null);
      grantNext(queue, granted);
    } finally {
      guard.unlock();
    }
    granted.forEach(LockRequest::complete);
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
    LockStripe stripe = stripe(key);
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
    LockStripe stripe = stripe(queue.key());
    List<LockRequest> granted = new ArrayList<>(0);
    stripe.lock.lock();
    try {
      queue.hold(owner, acquired.before());
      if (acquired.before() == null) {
        held.decrementAndGet();
        heldBytes.addAndGet(-bytesOf(queue));
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
    if (heldBytes.get() >= limits.bytesMax()) {
      throw outOfLocks("bytes of locks of all transactions", limits.bytesMax());
    }
    acquire(queue, owner, strength);
  }

  private void acquire(LockQueue queue, LockOwner owner, LockStrength strength) {
    LockStrength before = queue.heldBy(owner);
    queue.hold(owner, strength);
    owner.addAcquired(new LockOwner.Acquired(queue, before));
    if (before == null) {
      held.incrementAndGet();
      heldBytes.addAndGet(bytesOf(queue));
    }
  }

  private static long bytesOf(LockQueue queue) {
    return LockLimits.LOCK_BYTES + queue.key().length();
  }

  private void requireWaiterLimit(LockQueue queue) {
    if (queue.waiterCount() >= limits.waitersOfKeyMax()) {
      throw outOfLocks("requests that wait for one key", limits.waitersOfKeyMax());
    }
  }

  private static ColonnadeException outOfLocks(String what, long max) {
    return new ColonnadeException(
        ErrorCode.OUT_OF_LOCKS, "out of memory for locks: too many " + what + " max=" + max);
  }

  private static void requireNoWait(LockOwner owner) {
    LockRequest waitsFor = owner.waitsFor();
    if (waitsFor != null) {
      throw new IllegalStateException(owner + " waits for a lock already");
    }
  }

  private LockStripe stripe(Key key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return stripes[hash >>> 26];
  }
}
