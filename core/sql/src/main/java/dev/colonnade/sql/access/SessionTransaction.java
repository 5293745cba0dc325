package dev.colonnade.sql.access;

import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.Savepoint;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of one statement or of several. One thread. Ends by {@link #commit} or {@link
 * #rollback}.
 */
public interface SessionTransaction extends AutoCloseable {
  /**
   * Begins a statement: what it reads and writes.
   *
   * @param lockWait how long it waits for what others have locked
   */
  StatementTransaction statement(LockWait lockWait);

  /** The present statement, if it is one that reads: what it sees stays. The caller closes it. */
  PinnedStatement pinned();

  /**
   * Begins a statement and does it, if nothing has to be waited for: neither a lock nor the disk.
   *
   * @return what {@code work} gives; null if it would have to wait, or fails, or gives null: it is
   *     as if it had not been tried then, and is to be begun again where waiting is allowed
   */
  <T> @Nullable T tryStatement(Function<StatementTransaction, ? extends @Nullable T> work);

  /** This moment. */
  Savepoint savepoint();

  /** Undoes what was done since. */
  void rollbackTo(Savepoint savepoint);

  /**
   * Undoes what the present statement has done, and begins it again on what is committed by now;
   * keeps its locks, so that it gets further than before. To be called only if the transaction may
   * see something newer: under READ COMMITTED, or if it has no other statement.
   */
  StatementTransaction restart(LockWait lockWait);

  /**
   * Moves a serializable transaction forward to what is committed by now, if nothing that its
   * earlier statements have read was changed since, and begins the present one again: what that has
   * done is undone, its locks stay. To be called only while no earlier statement reads on.
   *
   * @return null if the transaction cannot be moved; then nothing is undone
   */
  @Nullable StatementTransaction refresh(LockWait lockWait);

  /**
   * Commits. The transaction is over, however this ends.
   *
   * @throws dev.colonnade.error.ColonnadeException SERIALIZATION_FAILURE, COMMIT_UNKNOWN and others
   */
  void commit();

  /** Undoes everything. Does nothing if the transaction is over. */
  void rollback();

  /** Rolls back unless it is over. */
  @Override
  default void close() {
    rollback();
  }
}
