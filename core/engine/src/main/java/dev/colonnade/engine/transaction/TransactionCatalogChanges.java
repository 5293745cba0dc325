package dev.colonnade.engine.transaction;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.session.AutocommitCatalogChanges;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sql.access.CatalogChanges;
import dev.colonnade.type.schema.KeyColumn;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Catalog changes of one transaction, which take effect with its commit. */
final class TransactionCatalogChanges implements CatalogChanges {
  private final TransactionScope scope;
  private final AutocommitCatalogChanges direct;

  TransactionCatalogChanges(TransactionScope scope) {
    this.scope = requireNonNull(scope, "scope is null");
    this.direct = scope.session().catalogChanges();
  }

  @Override
  public <T> T alter(Function<CatalogEdit, T> steps) {
    return scope.alter(steps);
  }

  @Override
  public <T> T define(Function<CatalogOperations, T> change) {
    requireUnchanged();
    return direct.define(change);
  }

  @Override
  public void createIndex(Table table, String name, Index.Definition definition, boolean beside) {
    requireUnchanged();
    direct.createIndex(table, name, definition, beside, scope.lockWait());
  }

  private void requireUnchanged() {
    if (!scope.draft().isEmpty() || scope.hasWrites()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION,
          "the statement cannot run in a transaction that has changed something");
    }
  }

  @Override
  public boolean moveToPrimaryKey(Table table, String keyName, List<KeyColumn> key) {
    requireUnchanged();
    return direct.moveToPrimaryKey(table, keyName, key, moveWait());
  }

  @Override
  public boolean moveToHiddenKey(Table table, String sequenceName) {
    if (scope.draft().committed(table) != table || scope.draft().isNew(table)) {
      return false;
    }
    if (direct.moveToHiddenKey(table, sequenceName, moveWait())) {
      return true;
    }
    if (!scope.hasWrites()) {
      throw new ColonnadeException(
          ErrorCode.LOCK_NOT_AVAILABLE,
          "other transactions have written to table \"%s\": try again".formatted(table.name()));
    }
    return false;
  }

  /** Returns the wait for other transactions before a move: that of the statement, if shorter. */
  private LockWaitPolicy moveWait() {
    Duration max = AutocommitCatalogChanges.MOVE_WAIT_MAX;
    return scope.lockWait() instanceof LockWaitPolicy.Within(Duration timeout, Runnable check)
        ? LockWaitPolicy.within(timeout.compareTo(max) < 0 ? timeout : max, check)
        : LockWaitPolicy.NOWAIT;
  }

  @Override
  public void alterSequence(long sequenceId, SequenceChange change) {
    scope.open();
    scope.sequences().alter(sequenceId, change);
  }

  @Override
  public boolean truncate(List<Table> tables) {
    return scope.hasOneStatement()
        && !scope.hasWrites()
        && scope.draft().isEmpty()
        && direct.truncate(tables);
  }

  @Override
  public void limitRanges(Table table, long maxBytes) {
    direct.limitRanges(table, maxBytes);
  }

  @Override
  public void splitAt(Table table, List<Key> keys) {
    direct.splitAt(table, keys);
  }
}
