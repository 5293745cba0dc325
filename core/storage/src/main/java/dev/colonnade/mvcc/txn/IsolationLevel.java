package dev.colonnade.mvcc.txn;

/** What a transaction may see of others. READ UNCOMMITTED is READ COMMITTED, as in PostgreSQL. */
public enum IsolationLevel {
  /** Every statement sees what was committed before it. */
  READ_COMMITTED,
  /** All statements see one snapshot; a row that changed since cannot be written. */
  REPEATABLE_READ,
  /** As if transactions ran one after the other. */
  SERIALIZABLE;

  /** Whether all statements read at one timestamp. */
  boolean keepsSnapshot() {
    return this != READ_COMMITTED;
  }
}
