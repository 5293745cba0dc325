package dev.colonnade.mvcc.lock;

/**
 * Strength of a row lock: PostgreSQL's four strengths, weakest first. Each strength conflicts with
 * everything that a weaker one conflicts with, so the stronger of two covers both.
 */
public enum LockStrength {
  /** Prevents changes of the key: the lock of a foreign key check on the referenced row. */
  KEY_SHARE(0),
  /** Prevents all changes of the row. */
  SHARE(1),
  /** Lock of an UPDATE that does not change the key. */
  NO_KEY_UPDATE(2),
  /** Lock of a DELETE, and of an UPDATE that changes the key. */
  UPDATE(3);

  /**
   * Conflict matrix as one number: two strengths conflict if their ranks add up to at least this.
   */
  private static final int CONFLICT_SUM = 3;

  private final int rank;

  LockStrength(int rank) {
    this.rank = rank;
  }

  /** Returns whether two owners must not hold these strengths on one key at the same time. */
  public boolean conflictsWith(LockStrength other) {
    return rank + other.rank >= CONFLICT_SUM;
  }

  /** Returns whether this strength is at least as strong as {@code other}. */
  public boolean covers(LockStrength other) {
    return rank >= other.rank;
  }
}
