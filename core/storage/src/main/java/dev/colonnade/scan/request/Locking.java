package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

/**
 * Row locking of a scan: the strength of the locks, and the policy for rows that are locked
 * already.
 */
public record Locking(LockStrength strength, WaitPolicy waitPolicy) {
  /** No row locks. */
  public static final Locking NONE = new Locking(LockStrength.NONE, WaitPolicy.BLOCK);

  public Locking {
    requireNonNull(strength, "strength is null");
    requireNonNull(waitPolicy, "waitPolicy is null");
  }

  /** Strength of the row locks. */
  public enum LockStrength {
    NONE,
    /** Shared lock: conflicts with writers. */
    SHARED,
    /** Exclusive lock: conflicts with all other locks. */
    EXCLUSIVE
  }

  /** Policy for a row that another transaction has locked. */
  public enum WaitPolicy {
    /** Wait for the lock. */
    BLOCK,
    /** Fail the scan (NOWAIT). */
    ERROR,
    /** Omit the row (SKIP LOCKED). */
    SKIP
  }
}
