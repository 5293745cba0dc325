package dev.colonnade.sql;

/** State of a session's transaction. */
public enum TransactionStatus {
  /** No transaction. */
  IDLE,
  /** Running transaction. */
  ACTIVE,
  /** Failed transaction: only its end and a rollback to a savepoint are accepted. */
  FAILED
}
