package dev.colonnade.advisory;

/** Scope of an advisory lock: the point at which it is released automatically. */
public enum AdvisoryLockScope {
  /** Released at the end of the session, or explicitly before. */
  SESSION,
  /** Released at the end of the transaction. */
  TRANSACTION
}
