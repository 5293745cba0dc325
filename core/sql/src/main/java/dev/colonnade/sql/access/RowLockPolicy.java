package dev.colonnade.sql.access;

/** Policy for a row that another transaction has locked. */
public enum RowLockPolicy {
  /** Waits, up to the statement's limit. */
  WAIT,
  /** Fails with LOCK_NOT_AVAILABLE (NOWAIT). */
  FAIL,
  /** Leaves the row out (SKIP LOCKED). */
  SKIP
}
