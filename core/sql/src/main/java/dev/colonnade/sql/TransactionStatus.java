package dev.colonnade.sql;

/** Whether a session is in a transaction. */
public enum TransactionStatus {
  /** It is in none. */
  IDLE,
  /** It is in one. */
  ACTIVE,
  /** It is in one that has failed: only its end is let through, or the way back to a savepoint. */
  FAILED
}
