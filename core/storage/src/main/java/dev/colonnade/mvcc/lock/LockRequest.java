package dev.colonnade.mvcc.lock;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;

/**
 * Request of one owner for one lock, granted immediately or after waiting.
 *
 * <p>All fields but the future are guarded by the lock of the stripe that the key belongs to.
 */
public final class LockRequest {
  private final LockOwner owner;
  private final LockQueue queue;
  private final LockStrength strength;
  private final boolean isForEscalation;
  private final CompletableFuture<Void> granted = new CompletableFuture<>();

  LockRequest(LockOwner owner, LockQueue queue, LockStrength strength) {
    this(owner, queue, strength, false);
  }

  private LockRequest(
      LockOwner owner, LockQueue queue, LockStrength strength, boolean isForEscalation) {
    this.isForEscalation = isForEscalation;
    this.owner = requireNonNull(owner, "owner is null");
    this.queue = requireNonNull(queue, "queue is null");
    this.strength = requireNonNull(strength, "strength is null");
  }

  /** Returns a request that waits for the end of an escalation. */
  static LockRequest forEscalation(LockOwner owner, LockQueue queue) {
    return new LockRequest(owner, queue, LockStrength.KEY_SHARE, true);
  }

  /**
   * Returns a future that completes when the lock is held. A caller that stops waiting calls {@code
   * LockTable.withdraw}; completing or cancelling the future itself has no effect on the request.
   */
  public CompletableFuture<Void> granted() {
    return granted.copy();
  }

  /**
   * Returns whether the request waits for the end of an escalation instead of the lock itself. When
   * it is granted, its owner releases it and requests the lock again.
   */
  public boolean isForEscalation() {
    return isForEscalation;
  }

  /** Returns whether the lock is held. */
  public boolean isGranted() {
    return granted.isDone();
  }

  LockOwner owner() {
    return owner;
  }

  LockQueue queue() {
    return queue;
  }

  LockStrength strength() {
    return strength;
  }

  /**
   * Completes the future. Called without any lock, because callbacks of the caller may run in it.
   */
  void complete() {
    granted.complete(null);
  }
}
