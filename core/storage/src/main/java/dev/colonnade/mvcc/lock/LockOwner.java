package dev.colonnade.mvcc.lock;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who holds locks: a transaction. Used by one thread at a time; {@link #waitsFor} alone is read by
 * others, when they look for cycles.
 */
public final class LockOwner {
  private final long id;

  /** What this owner has taken, oldest first, so that it can go back to an earlier moment. */
  private final List<Taken> taken = new ArrayList<>();

  /** Written by the owner's thread, and by whoever grants; read by those who look for cycles. */
  private volatile @Nullable LockRequest waitsFor;

  LockOwner(long id) {
    this.id = id;
  }

  /** Unique within its table. */
  public long id() {
    return id;
  }

  /** A moment to which {@link LockTable#releaseSince} can go back. */
  public int mark() {
    return taken.size();
  }

  /** How many locks were taken or made stronger, and not given back. */
  public int count() {
    return taken.size();
  }

  /** Whether it waits for a lock at this moment. Any thread may ask. */
  public boolean isWaiting() {
    return waitsFor != null;
  }

  void took(Taken lock) {
    taken.add(lock);
  }

  /** The latest of what was taken. */
  Taken removeLast() {
    return taken.removeLast();
  }

  @Nullable LockRequest waitsFor() {
    return waitsFor;
  }

  void waitsFor(@Nullable LockRequest request) {
    waitsFor = request;
  }

  @Override
  public String toString() {
    return "owner=" + id;
  }

  /**
   * A lock that was taken.
   *
   * @param queue where
   * @param before what the owner held there before; null for nothing
   */
  record Taken(LockQueue queue, @Nullable LockStrength before) {}
}
