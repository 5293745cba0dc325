package dev.colonnade.engine.transaction;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.constraint.DeferredUniqueKeys;
import dev.colonnade.engine.constraint.ForeignKeyChecks;
import dev.colonnade.engine.constraint.RowConstraints;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.engine.session.AutocommitWrites;
import dev.colonnade.engine.session.EngineContext;
import dev.colonnade.engine.write.TransactionRowWriter;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.mutation.CommitGuard;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.access.row.InsertLocking;
import dev.colonnade.sql.access.row.RowChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Row changes of one transaction. */
final class TransactionWrites implements StatementWrites {
  private final TransactionScope scope;
  private final TransactionLocks locks;

  /**
   * Guards of written tables by their ids: each table is locked, and has to exist at the commit.
   */
  private final Map<Integer, List<CommitGuard>> guards = new HashMap<>();

  /** True if the transaction deletes all rows of a table, and does nothing else. */
  private boolean hasDeletedAll;

  /** Row writer for the catalog of the transaction, once it has changed the catalog. */
  private @Nullable TransactionRowWriter rowsOfDraft;

  TransactionWrites(TransactionScope scope, TransactionLocks locks) {
    this.scope = requireNonNull(scope, "scope is null");
    this.locks = requireNonNull(locks, "locks is null");
  }

  @Override
  public long write(Table table, Iterable<RowChange> changes) {
    return changes.iterator().hasNext()
        ? writing(table, work -> rows().write(work, table, changes))
        : 0;
  }

  @Override
  public void expectRows(Table table, long count) {
    if (!scope.draft().isNew(table)) {
      writing(
          table,
          work -> {
            work.transaction().expectLocks(count);
            return 0;
          });
    }
  }

  @Override
  public void addEntries(Table table, String indexName) {
    writing(
        table,
        work -> {
          rows().addEntries(work, table, indexName);
          return 0;
        });
  }

  @Override
  public void requireConstraints(Table table, @Nullable Object[] row) {
    rows().requireConstraints(table, row);
  }

  @Override
  public long insertAll(Table table, List<@Nullable Object[]> inserted, IntConsumer atRow) {
    return inserted.isEmpty()
        ? 0
        : writing(
            table,
            work -> {
              rows().insertAll(work, table, inserted, atRow);
              return inserted.size();
            });
  }

  @Override
  public boolean insertStored(Table table, EncodedRowSource inserted, InsertLocking locking) {
    // No other transaction sees a table that this one has created.
    InsertLocking needed = scope.draft().isNew(table) ? InsertLocking.NONE : locking;
    return inserted.count() > 0
        && writing(table, work -> rows().insertStored(work, table, inserted, needed) ? 1 : 0) == 1;
  }

  @Override
  public boolean deleteAll(Table table, long count) {
    hasDeletedAll =
        scope.hasOneStatement()
            && scope.draft().isEmpty()
            && hasPlainRows(table)
            && writing(table, work -> deleteAll(work.transaction(), table, count) ? 1 : 0) == 1;
    return hasDeletedAll;
  }

  /** Returns whether the transaction deletes all rows of a table when it commits. */
  boolean hasDeletedAll() {
    return hasDeletedAll;
  }

  /** Returns whether nothing but the entries of complete indexes depends on the rows of a table. */
  private boolean hasPlainRows(Table table) {
    return table.schema().families().size() == 1
        && table.indexes().stream().allMatch(index -> index.descriptor().isReady())
        && OnCommit.of(table.descriptor().properties().settings()) == OnCommit.PRESERVE_ROWS
        && !ForeignKeyChecks.affects(table, scope.catalog())
        && !DeferredUniqueKeys.affects(table);
  }

  private static boolean deleteAll(Transaction open, Table table, long count) {
    List<KeySpan> spans = new ArrayList<>();
    List<Key> locked = new ArrayList<>();
    spans.add(table.format().keyCodec().span());
    locked.add(lockedKey(spans.getFirst()));
    for (TableIndex index : table.indexes()) {
      spans.add(index.span());
      if (index.isUnique()) {
        locked.add(lockedKey(index.span()));
      }
    }
    return open.allRowsDelete().run(spans, locked, count);
  }

  /** Returns a key of an index that no row has. */
  private static Key lockedKey(KeySpan index) {
    byte[] prefix = index.start().bytes();
    byte[] key = Arrays.copyOf(prefix, prefix.length + 1);
    key[prefix.length] = (byte) 0xFF;
    return Key.wrap(key);
  }

  /**
   * Commits the changes as a batch where the transaction is nothing else and no rule needs more.
   */
  @Override
  public long writeAlone(Table table, Iterable<RowChange> changes) {
    boolean isAlone =
        scope.hasOneStatement() && scope.begun() == null && !scope.options().readOnly();
    return isAlone
            && scope.engine().transactions().locks().isEmpty()
            && !RowConstraints.affects(table)
            && !hasDomains(table)
            && OnCommit.of(table.descriptor().properties().settings()) == OnCommit.PRESERVE_ROWS
            && !ForeignKeyChecks.affects(table, scope.catalog())
            && !DeferredUniqueKeys.affects(table)
        ? new AutocommitWrites(scope.engine()).write(table, changes)
        : write(table, changes);
  }

  /**
   * Returns whether values of a table belong to domains. Statements check them for the constraints
   * of their plan, and the guards of a batch do not compare domains.
   */
  private static boolean hasDomains(Table table) {
    return table.schema().columns().stream().anyMatch(column -> column.domain() != null);
  }

  @Override
  public void together(Runnable changes) {
    scope.together(changes);
  }

  private long writing(Table table, ToLongFunction<TransactionRowWriter.Work> change) {
    Transaction open = scope.open();
    EngineContext engine = scope.engine();
    engine.gate().enter();
    try {
      access(open, table);
      return change.applyAsLong(
          new TransactionRowWriter.Work(
              open, scope.lockWait(), scope.deferred(), other -> access(open, other)));
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.UNIQUE_VIOLATION) {
        requireGuards();
      }
      throw e;
    } finally {
      engine.gate().exit();
    }
  }

  /**
   * Throws SERIALIZATION_FAILURE if an index was created since the transaction first wrote to its
   * table: the index has entries of rows that the transaction has deleted or changed since.
   */
  private void requireGuards() {
    guards.values().forEach(ofTable -> ofTable.forEach(CommitGuard::check));
  }

  /** Makes the transaction a writer of a table: changes of its definition wait or fail. */
  private void access(Transaction open, Table table) {
    if (!guards.containsKey(table.id())) {
      locks.lockForWrites(table);
      // Indexes that the transaction creates or drops itself do not invalidate its writes.
      List<CommitGuard> ofTable = scope.engine().writes().guards(scope.draft().committed(table));
      guards.put(table.id(), ofTable);
      ofTable.forEach(open::guardedBy);
    }
  }

  /** Returns the session's row writer, unless the transaction has changed the catalog. */
  private TransactionRowWriter rows() {
    if (scope.draft().isEmpty()) {
      return scope.session().rows(scope.catalog());
    }
    TransactionRowWriter known = rowsOfDraft;
    if (known == null || !known.isFor(scope.catalog())) {
      known = scope.session().newRows(scope.catalog());
      rowsOfDraft = known;
    }
    return known;
  }

  /**
   * Forgets the written tables after a rollback to a savepoint, which releases locks and guards.
   */
  void rolledBackToSavepoint() {
    guards.clear();
  }

  /**
   * Returns the failure of a commit with the name of the violated constraint, if the key of a row
   * that was inserted without a lock exists by now; otherwise the failure itself.
   */
  ColonnadeException explained(ColonnadeException failure, Transaction ended) {
    Key taken = failure.code() == ErrorCode.UNIQUE_VIOLATION ? ended.duplicateKey() : null;
    Table table = taken == null ? null : tableOf(taken);
    return taken == null || table == null ? failure : UniqueViolations.ofKey(table, taken);
  }

  private @Nullable Table tableOf(Key key) {
    for (int id : guards.keySet()) {
      Table table = scope.catalog().findTable(id);
      if (table != null && table.span().contains(key)) {
        return table;
      }
    }
    return null;
  }
}
