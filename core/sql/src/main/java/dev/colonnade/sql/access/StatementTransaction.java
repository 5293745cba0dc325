package dev.colonnade.sql.access;

import dev.colonnade.advisory.AdvisoryHolder;
import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.scan.ScanStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sequence.definition.SequenceChange;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What one statement reads and writes. Everything that SQL asks of a store goes through here, so
 * that statements of a longer transaction and statements on their own look alike to it. One thread.
 */
public interface StatementTransaction {
  /** The timestamp that the statement reads at. */
  long readTimestamp();

  /** The tables; taken after the timestamp, so that every row that is seen can be read. */
  CatalogSnapshot catalog();

  /** When the transaction began, in microseconds since 1970-01-01 00:00 UTC. */
  long startMicros();

  /** What the time is, in microseconds since 1970-01-01 00:00 UTC. */
  long clockMicros();

  /** About how many rows a table has. */
  long rowCount(Table table);

  /** What else is known of tables. */
  TableFacts facts();

  /** Rows of a table; the caller closes the stream and each page. */
  ScanStream scan(Table table, ScanRequest request, Cancellation cancellation);

  /** What a stored key of a table holds for the statement; null if nothing. */
  @Nullable Version get(Table table, Key key);

  /** As {@link #get}, as far as memory knows. Never waits. */
  default CachedVersion tryGet(Table table, Key key) {
    return CachedVersion.NotCached.NOT_CACHED;
  }

  /**
   * Makes all these changes or none of them, when the transaction commits.
   *
   * @throws dev.colonnade.error.ColonnadeException SERIALIZATION_FAILURE if a row was changed after
   *     what the statement sees; UNIQUE_VIOLATION and others
   * @return how many rows were inserted, updated or deleted
   */
  long write(Table table, List<RowChange> changes);

  /**
   * As {@link #write}, by a statement that does nothing else: one on its own may be done with it.
   */
  default long writeAlone(Table table, List<RowChange> changes) {
    return write(table, changes);
  }

  /**
   * Inserts many rows, none of which may be there. They are not locked: of two who insert the same
   * key, the first to commit has it.
   *
   * @param rows values of all columns in the order of the schema; not used afterwards
   * @param atRow is told the index of the row that is worked on, and of the one that is wrong;
   *     their count stands for any of them
   * @return how many there are
   */
  long insertAll(Table table, List<@Nullable Object[]> rows, IntConsumer atRow);

  /**
   * Inserts rows as {@link #insertAll} does, without an object for each value.
   *
   * @return false, and nothing is done, if the table or a row needs more than that, or a row cannot
   *     be inserted
   */
  boolean insertStored(Table table, StoredRows rows);

  /**
   * Locks a row that the statement has read, until the end of the transaction.
   *
   * @param key the values of the key columns
   * @return whether it is locked: false if it is gone, or somebody else has it and it is to be
   *     skipped
   * @throws dev.colonnade.error.ColonnadeException LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED;
   *     SERIALIZATION_FAILURE if it was changed after what the statement sees
   */
  boolean lock(Table table, List<Object> key, LockStrength strength, OnLocked onLocked);

  /** Locks a table until the end of the transaction. */
  void lockTable(Table table, TableLockMode mode);

  /**
   * Says when constraints are checked that may wait, until the end of the transaction. Those that
   * wait no longer are checked now.
   *
   * @param constraints empty for all
   */
  void setConstraints(Set<ConstraintId> constraints, boolean deferred);

  /** The names as the session sees them: its database, and its search path. */
  NameScope names();

  /** What statements do with sequences. */
  SequenceAccess sequences();

  /**
   * Has something looked at again before the transaction commits, if it has changed rows; what
   * fails then undoes it. The check is given what sees all rows of the transaction, whereas a
   * statement sees those from before it began.
   */
  void beforeCommit(Consumer<StatementTransaction> check);

  /** Whether the statement is a transaction of its own, and has changed nothing yet. */
  boolean isAlone();

  /** Makes a change of the catalogue, of as many steps as it takes. */
  <T> T alter(Function<CatalogEdit, T> steps);

  /**
   * Changes how a sequence counts: at once where it is new or the statement is on its own,
   * otherwise when the transaction commits.
   */
  void alterSequence(long sequenceId, SequenceChange change);

  /**
   * Removes all rows of some tables at once, where the transaction has no other statement.
   *
   * @return whether it has; otherwise nothing is done
   */
  boolean truncate(List<Table> tables);

  /** Says how large ranges of a table may be, from now on; 0 for what all tables have. */
  void limitRanges(Table table, long maxBytes);

  /** Splits ranges of a table at some keys, now and for good. */
  void splitAt(Table table, List<Key> keys);

  /** Whether other statements belong to the transaction too. */
  boolean isInBlock();

  /** How many sessions there are in a database. */
  int sessionCount(int databaseId);

  /** The locks on numbers that the session has. */
  AdvisoryHolder advisoryLocks();

  /** What clients call the session by. */
  int sessionNumber();

  /** Who runs the statement. */
  String user();

  /** Changes the catalogue without the transaction, which must not have changed it. */
  <T> T define(Function<CatalogOperations, T> change);
}
