package dev.colonnade.sql.access;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.mvcc.lock.LockStrength;
import java.util.List;

/** Row and table locks of one statement, released at the end of its transaction. One thread. */
public interface StatementLocks {
  /**
   * Locks a row that the statement has read, until the end of the transaction.
   *
   * @param key the values of the key columns
   * @return whether the row is locked: false if it no longer exists, or another transaction has
   *     locked it and locked rows are skipped
   * @throws dev.colonnade.error.ColonnadeException LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED;
   *     SERIALIZATION_FAILURE if the row was changed after the statement's snapshot
   */
  boolean lock(Table table, List<Object> key, LockStrength strength, RowLockPolicy onLocked);

  /** Locks a table until the end of the transaction. */
  void lockTable(Table table, TableLockMode mode);

  /**
   * Locks a table until the end of the transaction, for a definition that depends on its rows.
   *
   * @throws dev.colonnade.error.ColonnadeException SERIALIZATION_FAILURE if the table is another
   *     one than the statement was planned for, most likely since the wait
   */
  void lockForDefinition(Table table, TableLockMode mode);

  /**
   * Locks a table as {@link #lockForDefinition} does, for a definition that changes its rows.
   *
   * @throws dev.colonnade.error.ColonnadeException SERIALIZATION_FAILURE if rows were changed after
   *     the statement's snapshot, so that the statement would not see all rows that it applies to
   */
  void lockAllRows(Table table, TableLockMode mode);
}
