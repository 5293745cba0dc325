package dev.colonnade.advisory;

/** When a lock ends by itself. */
public enum AdvisoryScope {
  /** With the session; it can be given back before. */
  SESSION,
  /** With the transaction. */
  TRANSACTION
}
