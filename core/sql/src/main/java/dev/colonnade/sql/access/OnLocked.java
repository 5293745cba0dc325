package dev.colonnade.sql.access;

/** What is done about a row that somebody else has locked. */
public enum OnLocked {
  /** Wait, as long as the statement may. */
  WAIT,
  /** Fail with LOCK_NOT_AVAILABLE. */
  FAIL,
  /** Leave it out. */
  SKIP
}
