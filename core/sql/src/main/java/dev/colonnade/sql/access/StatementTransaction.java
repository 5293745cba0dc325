package dev.colonnade.sql.access;

import dev.colonnade.backup.BackupWriter;
import dev.colonnade.catalog.constraint.ConstraintId;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Access of one SQL statement to the engine, the same in a transaction block and outside of one. It
 * is the snapshot that the statement reads, and gives access to the other roles: {@linkplain
 * #writes row changes}, {@linkplain #locks locks}, {@linkplain #catalogChanges catalog changes},
 * {@linkplain #sequences sequences}, {@linkplain #session session information} and {@linkplain
 * #tables table statistics}. A consumer that needs one role accepts that role only. One thread.
 */
public interface StatementTransaction extends StatementReads {
  /** Returns the changes of rows. */
  StatementWrites writes();

  /**
   * Returns the row and table locks.
   *
   * @throws IllegalStateException if the statement is in no transaction
   */
  StatementLocks locks();

  /**
   * Returns the result of reads at the newest state, with the changes of the transaction, instead
   * of the snapshot of the statement. They do not make its commit fail: for the checks of
   * definitions, under locks that prevent changes of the result.
   *
   * @throws IllegalStateException if the statement is in no transaction
   */
  <T extends @Nullable Object> T atNewest(Supplier<T> reads);

  /** Returns the changes of the catalog. */
  CatalogChanges catalogChanges();

  /** Returns the sequences. */
  SequenceAccess sequences();

  /** Returns information about the session. */
  SessionInformation session();

  /** Returns statistics of tables. */
  TableMetrics tables();

  /** Returns the writer of backups of the store. */
  BackupWriter backups();

  /** Returns the start of the transaction in microseconds since 1970-01-01 00:00 UTC. */
  long startMicros();

  /** Returns whether the transaction is a block, which may have other statements. */
  boolean isInBlock();

  /** Returns whether the statement is a transaction by itself and has changed nothing yet. */
  boolean isAlone();

  /**
   * Sets until the end of the transaction whether deferrable constraints are checked at the commit.
   * Constraints that are no longer deferred are checked now.
   *
   * @param constraints empty for all
   */
  void setConstraints(Set<ConstraintId> constraints, boolean deferred);

  /**
   * Adds a check that runs before the commit of the transaction, if it has changed rows; a failure
   * of the check rolls the transaction back. The check sees all rows of the transaction, whereas a
   * statement sees the rows from before its start.
   */
  void beforeCommit(Consumer<StatementTransaction> check);
}
