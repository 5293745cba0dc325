package dev.colonnade.mvcc.lock;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owner of locks: a transaction. Used by one thread at a time; only {@link #waitsFor} and {@link
 * #givesWay} are read by other threads, for deadlock detection.
 */
public final class LockOwner {
  private final LockParty party;

  /** Acquired locks, oldest first, so that a rollback to a savepoint can release the newer ones. */
  private final List<Acquired> acquired = new ArrayList<>();

  /** Used by the owner's thread. */
  private int nextEscalation;

  /** Used by the owner's thread. */
  private int nextPressedEscalation;

  /** Written by the owner's thread and by the granting thread; read by deadlock detection. */
  private volatile @Nullable LockRequest waitsFor;

  /** Written before the owner requests locks; read by deadlock detection. */
  private volatile boolean givesWay;

  LockOwner(LockParty party) {
    this.party = party;
  }

  /**
   * Declares that this owner waits for a short time only and releases its locks then. Others that
   * close a cycle with it wait for that instead of being refused.
   */
  public void giveWay() {
    givesWay = true;
  }

  boolean givesWay() {
    return givesWay;
  }

  /** Returns the id, which is unique within its lock table. */
  public long id() {
    return party.id();
  }

  LockParty party() {
    return party;
  }

  /** Returns a mark for {@link LockTable#releaseSince}. */
  public int mark() {
    return acquired.size();
  }

  /** Returns the number of acquisitions and upgrades that were not released. */
  public int count() {
    return acquired.size();
  }

  /** Returns whether this owner currently waits for a lock. Safe for use by any thread. */
  public boolean isWaiting() {
    return waitsFor != null;
  }

  /**
   * Announces that this owner is going to acquire more locks. If an escalation becomes due with
   * them, it is due after the next one, so that the others are not acquired one by one. Called by
   * the owner's thread.
   */
  public void expect(long more) {
    if (count() + more >= nextEscalation) {
      nextEscalation = count() + 1;
    }
  }

  /** Returns the number of locks at which the next escalation is attempted. */
  int nextEscalation() {
    return nextEscalation;
  }

  void nextEscalation(int count) {
    nextEscalation = count;
  }

  /** Returns the number of locks at which an escalation is attempted if memory is short. */
  int nextPressedEscalation() {
    return nextPressedEscalation;
  }

  void nextPressedEscalation(int count) {
    nextPressedEscalation = count;
  }

  /** Returns the acquired locks, oldest first. */
  List<Acquired> acquired() {
    return acquired;
  }

  void addAcquired(Acquired lock) {
    acquired.add(lock);
  }

  /** Removes and returns the latest acquisition. */
  Acquired removeLast() {
    return acquired.removeLast();
  }

  @Nullable LockRequest waitsFor() {
    return waitsFor;
  }

  void waitsFor(@Nullable LockRequest request) {
    waitsFor = request;
  }

  @Override
  public String toString() {
    return "owner=" + party.id();
  }

  /**
   * Acquisition or upgrade of a lock.
   *
   * @param queue queue of the lock
   * @param before strength that the owner held before; null for none
   */
  record Acquired(LockQueue queue, @Nullable LockStrength before) {}
}
