package dev.colonnade.mvcc.lock;

/**
 * How strongly a row is locked: PostgreSQL's four strengths, weakest first. Each one conflicts with
 * everything that a weaker one conflicts with, so the stronger of two stands for both.
 */
public enum LockStrength {
  /** The key must not change: what a foreign key asks of the row that it points at. */
  KEY_SHARE(0),
  /** Nothing may change. */
  SHARE(1),
  /** What an UPDATE takes that leaves the key alone. */
  NO_KEY_UPDATE(2),
  /** What a DELETE takes, and an UPDATE of the key. */
  UPDATE(3);

  /**
   * Two strengths conflict if their ranks sum up to at least this: the whole matrix in a number.
   */
  private static final int CONFLICT_SUM = 3;

  private final int rank;

  LockStrength(int rank) {
    this.rank = rank;
  }

  /** Whether two owners may not hold these on one key at the same time. */
  public boolean conflictsWith(LockStrength other) {
    return rank + other.rank >= CONFLICT_SUM;
  }

  /** Whether who holds this needs nothing more to have {@code other}. */
  public boolean covers(LockStrength other) {
    return rank >= other.rank;
  }
}
