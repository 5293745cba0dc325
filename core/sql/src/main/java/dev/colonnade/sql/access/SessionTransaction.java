package dev.colonnade.sql.access;

import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Savepoint;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Transaction of a session, of one statement or several. One thread. Ends with {@link #commit} or
 * {@link #rollback}.
 */
public interface SessionTransaction extends AutoCloseable {
  /** Value of {@link #deletedRows} without such a statement. */
  long NO_DELETE = -1;

  /**
   * Begins a statement and returns its access to the engine.
   *
   * @param lockWait limit of its waits for locks
   */
  StatementTransaction statement(LockWaitPolicy lockWait);

  /**
   * Returns the present statement, which must be one that reads, with its snapshot pinned. The
   * caller closes it.
   */
  PinnedStatement pinned();

  /**
   * Begins a statement and runs it, if it has to wait for neither a lock nor the disk.
   *
   * @return the result of {@code work}; null if it would have to wait or returns null. Then the
   *     attempt has no effect, and the statement is to be begun again where waiting is allowed
   * @throws dev.colonnade.error.ColonnadeException and others: failures of {@code work}; then the
   *     attempt has no effect either
   */
  <T> @Nullable T tryStatement(Function<StatementTransaction, ? extends @Nullable T> work);

  /** Returns a savepoint at the present state. */
  Savepoint savepoint();

  /** Undoes the changes since a savepoint. */
  void rollbackTo(Savepoint savepoint);

  /**
   * Undoes the changes of the present statement, and begins it again at a new snapshot; its locks
   * stay, so that every restart makes progress. To be called only if the transaction may see newer
   * data: under READ COMMITTED, or if it has no other statement.
   */
  StatementTransaction restart(LockWaitPolicy lockWait);

  /**
   * Moves a serializable transaction forward to a new snapshot, if the reads of its earlier
   * statements are still valid there (read refresh), and begins the present statement again: its
   * changes are undone, its locks stay. To be called only while no earlier statement has an open
   * cursor.
   *
   * @return null if the transaction cannot be moved; then nothing is undone
   */
  @Nullable StatementTransaction refresh(LockWaitPolicy lockWait);

  /**
   * Commits. The transaction is over afterwards, also if the commit fails.
   *
   * @throws dev.colonnade.error.ColonnadeException SERIALIZATION_FAILURE, COMMIT_UNKNOWN and others
   */
  void commit();

  /**
   * Returns the number of rows that the commit has deleted, if the transaction is a DELETE of all
   * rows of a table that takes effect at its commit; otherwise {@link #NO_DELETE}.
   */
  default long deletedRows() {
    return NO_DELETE;
  }

  /** Undoes everything. Does nothing if the transaction is over. */
  void rollback();

  /** Rolls back unless the transaction is over. */
  @Override
  default void close() {
    rollback();
  }
}
