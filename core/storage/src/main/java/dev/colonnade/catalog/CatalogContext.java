package dev.colonnade.catalog;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations of the engine that catalog changes need: the commit pipeline, the ranges, and index
 * backfill. Inverts the dependency of the catalog on these components.
 */
public interface CatalogContext {
  /** Runs a command while no other commit is in progress, and returns when its write is durable. */
  <T> T exclusive(ExclusiveCommand<T> command);

  /**
   * Acquires locks of objects and names, and then the exclusive right to write a change of the
   * catalog, which excludes the commits of transactions too, until the lease is closed. Waits for
   * others.
   */
  Lease lock(List<CatalogLock> locks);

  /** Exclusive right to change the catalog. */
  @FunctionalInterface
  interface Lease extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Splits ranges at the start and the end of {@code span}, so that no range crosses its
   * boundaries. Idempotent.
   */
  void splitAround(KeySpan span);

  /**
   * Variant of {@link #exclusive} that deletes in the same write all keys within {@code span}, with
   * all their versions. The statistics of its ranges stay exact.
   */
  <T> T clear(KeySpan span, ExclusiveCommand<T> command);

  /**
   * Backfills an index: adds the entries of the rows that were written before the index was
   * created, and returns when every row has its entry. Throws UNIQUE_VIOLATION if two rows have the
   * same key in a unique index.
   */
  default void backfill(Table table, int indexId) {
    throw new UnsupportedOperationException("index backfill is not supported: indexId=" + indexId);
  }

  /**
   * Locks a table against changes of its definition, writers and row locks.
   *
   * @return null if other transactions have such locks after the wait
   */
  default @Nullable Lease lockTable(Table table, LockWaitPolicy wait) {
    return () -> {};
  }

  /**
   * Locks a table against changes of its definition and against writers, after a wait for those
   * that have written to it.
   *
   * @param beside whether writers go on during the wait, so that it may take longer
   * @throws dev.colonnade.error.ColonnadeException LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED
   */
  default Lease lockWriters(Table table, LockWaitPolicy wait, boolean beside) {
    return () -> {};
  }

  /**
   * Copies the rows of a table, which nothing writes to, to the place to which they move, with new
   * entries of its indexes, and returns the newest timestamp of the copies. Throws UNIQUE_VIOLATION
   * or NOT_NULL_VIOLATION if the rows cannot have the key.
   */
  default long copyRows(Table table) {
    throw new UnsupportedOperationException("rows cannot be copied: table=" + table.name());
  }

  /** Callback within the exclusive command that clears a dropped table. */
  default void tableCleared(ExclusiveContext context, int tableId) {}

  /** Deletes what belongs to tables that are not in the catalog. */
  default void retainTablesOf(CatalogSnapshot catalog) {}

  /**
   * Callback within the exclusive command that changes the catalog from {@code before} to {@code
   * after}. Throws if the change is not allowed; adds dependent writes to the command.
   */
  default void beforeCommit(
      ExclusiveContext context, CatalogSnapshot before, CatalogSnapshot after) {}
}
