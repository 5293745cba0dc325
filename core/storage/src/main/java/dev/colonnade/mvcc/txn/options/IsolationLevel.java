package dev.colonnade.mvcc.txn.options;

/** Isolation level of a transaction. READ UNCOMMITTED is READ COMMITTED, as in PostgreSQL. */
public enum IsolationLevel {
  /** Every statement reads a new snapshot: everything committed before it. */
  READ_COMMITTED,
  /**
   * Snapshot isolation: all statements read one snapshot; a row that has changed since cannot be
   * written.
   */
  REPEATABLE_READ,
  /** Serializable: equivalent to a serial execution of the transactions. */
  SERIALIZABLE;

  /** Returns whether all statements read one snapshot. */
  public boolean isSnapshot() {
    return this != READ_COMMITTED;
  }
}
