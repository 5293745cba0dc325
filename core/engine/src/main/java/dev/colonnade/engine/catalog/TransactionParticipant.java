package dev.colonnade.engine.catalog;

import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;

/**
 * Participant in a SQL transaction beside its rows: state that follows the savepoints of the
 * transaction, contributes to its commit, and is notified of its end. One thread.
 */
public interface TransactionParticipant {
  /** Associates the present state with a savepoint. */
  void savepoint(Savepoint savepoint);

  /** Restores the state that is associated with a savepoint. */
  void rollbackTo(Savepoint savepoint);

  /** Contributes to the commit, before its first attempt: attaches mutations to the transaction. */
  void prepare(Transaction transaction);

  /** Notifies the participant that the transaction has committed. */
  default void committed() {}

  /** Notifies the participant that the transaction was rolled back. Idempotent. */
  default void rolledBack() {}
}
