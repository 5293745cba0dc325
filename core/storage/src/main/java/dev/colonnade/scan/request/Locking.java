package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

/** Whether the rows that a scan returns are locked, and what to do about those that are already. */
public record Locking(LockStrength strength, WaitPolicy waitPolicy) {
  /** Nothing is locked, and nothing waited for. */
  public static final Locking NONE = new Locking(LockStrength.NONE, WaitPolicy.BLOCK);

  public Locking {
    requireNonNull(strength, "strength is null");
    requireNonNull(waitPolicy, "waitPolicy is null");
  }

  /** How rows are locked. */
  public enum LockStrength {
    NONE,
    /** Against writers. */
    SHARED,
    /** Against all others. */
    EXCLUSIVE
  }

  /** What to do about a row that somebody else has locked. */
  public enum WaitPolicy {
    /** Wait for it. */
    BLOCK,
    /** Fail. */
    ERROR,
    /** Leave it out. */
    SKIP
  }
}
