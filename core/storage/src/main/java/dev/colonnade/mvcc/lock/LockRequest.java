package dev.colonnade.mvcc.lock;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;

/**
 * One owner's wish for one lock. Granted at once or after waiting.
 *
 * <p>All fields but the future are guarded by the lock of the stripe that the key belongs to.
 */
public final class LockRequest {
  private final LockOwner owner;
  private final LockQueue queue;
  private final LockStrength strength;
  private final CompletableFuture<Void> granted = new CompletableFuture<>();

  LockRequest(LockOwner owner, LockQueue queue, LockStrength strength) {
    this.owner = requireNonNull(owner, "owner is null");
    this.queue = requireNonNull(queue, "queue is null");
    this.strength = requireNonNull(strength, "strength is null");
  }

  /**
   * Completes when the lock is held. Whoever gives up calls {@link LockTable#giveUp}; completing or
   * cancelling the future itself changes nothing.
   */
  public CompletableFuture<Void> granted() {
    return granted.copy();
  }

  /** Whether the lock is held. */
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

  /** Tells who waits. Called without any lock, since strangers' code may hang on it. */
  void complete() {
    granted.complete(null);
  }
}
