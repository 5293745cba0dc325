package dev.colonnade.engine.transaction;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogLock;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.BatchLocks;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.LockedRow;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sql.access.RowLockPolicy;
import dev.colonnade.sql.access.StatementLocks;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.storage.StorageCatalogContext;
import dev.colonnade.storage.lifecycle.OperationGate;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.schema.ColumnFamily;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Row and table locks of one transaction. */
final class TransactionLocks implements StatementLocks {
  private final TransactionScope scope;

  /** Ids of tables of which rows are locked: their rows must not move. */
  private final Set<Integer> tablesLocked = new HashSet<>();

  TransactionLocks(TransactionScope scope) {
    this.scope = requireNonNull(scope, "scope is null");
  }

  @Override
  public boolean lock(
      Table table, List<Object> key, LockStrength strength, RowLockPolicy onLocked) {
    Transaction open = scope.open();
    if (!tablesLocked.contains(table.id())) {
      lockPlace(table, LockStrength.KEY_SHARE);
      scope.engine().writes().requireSamePlace(table);
      tablesLocked.add(table.id());
    }
    LockWaitPolicy wait =
        switch (onLocked) {
          case WAIT -> scope.lockWait();
          case FAIL -> LockWaitPolicy.NOWAIT;
          case SKIP -> LockWaitPolicy.SKIP;
        };
    KeyCodec keys = table.format().keyCodec();
    Key first = keys.familyKey(keys.encode(key.toArray()), ColumnFamily.FIRST_ID);
    OperationGate gate = scope.engine().gate();
    gate.enter();
    try {
      return switch (open.lock(first, strength, wait)) {
        case LockedRow.Skipped _ -> false;
        case LockedRow.Locked(Version newest, boolean changed) -> {
          if (changed) {
            throw new ColonnadeException(
                ErrorCode.SERIALIZATION_FAILURE,
                "could not serialize access due to concurrent update");
          }
          yield newest != null;
        }
      };
    } catch (ColonnadeException e) {
      throw e.code() == ErrorCode.LOCK_NOT_AVAILABLE && onLocked == RowLockPolicy.FAIL
          ? notAvailable("row in relation", table, e)
          : e;
    } finally {
      gate.exit();
    }
  }

  @Override
  public void lockTable(Table table, TableLockMode mode) {
    int id = table.id();
    CatalogLock definition =
        mode == TableLockMode.ALONE ? CatalogLock.exclusive(id) : CatalogLock.shared(id);
    try {
      LockStrength strength = strengthOf(mode);
      if (strength != null) {
        lockPlace(
            table, mode == TableLockMode.ALONE ? LockStrength.UPDATE : LockStrength.KEY_SHARE);
        lockRows(table, strength);
      }
      scope
          .open()
          .lockResource(
              definition.key(), StorageCatalogContext.strengthOf(definition), scope.lockWait());
    } catch (ColonnadeException e) {
      throw e.code() == ErrorCode.LOCK_NOT_AVAILABLE && scope.lockWait() == LockWaitPolicy.NOWAIT
          ? notAvailable("relation", table, e)
          : e;
    }
  }

  @Override
  public void lockForDefinition(Table table, TableLockMode mode) {
    if (scope.draft().isNew(table)) {
      return; // no other transaction sees it
    }
    lockTable(table, mode);
    scope.engine().writes().requireUnaltered(table, scope.committedCatalog());
  }

  @Override
  public void lockAllRows(Table table, TableLockMode mode) {
    lockForDefinition(table, mode);
    if (scope.draft().isNew(table)) {
      return;
    }
    if (!scope.open().isUnchanged(table.format().keyCodec().span())) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "could not serialize access: rows of table \"%s\" were changed before it was locked"
              .formatted(table.name()));
    }
  }

  /**
   * Locks the rows of a table against {@link TableLockMode#EXCLUSIVE} locks of others, and against
   * a move of rows. Throws SERIALIZATION_FAILURE if the definition for which the statement was
   * planned has changed, most likely during the wait.
   *
   * <p>The place is locked before the rows, and these before the definition, by all who lock a
   * table: a transaction that writes to a table and changes its definition afterwards would meet
   * them in a deadlock otherwise. The strength shows writers in {@code pg_locks}; it conflicts with
   * the same as that of row locks.
   */
  void lockForWrites(Table table) {
    lockPlace(table, LockStrength.SHARE);
    lockRows(table, LockStrength.KEY_SHARE);
    scope.engine().writes().requireSamePlace(table);
    scope.engine().writes().requireUnaltered(table, scope.committedCatalog());
  }

  /** Forgets the tables after a rollback to a savepoint, which releases locks. */
  void rolledBackToSavepoint() {
    tablesLocked.clear();
  }

  private void lockRows(Table table, LockStrength strength) {
    scope.open().lockResource(BatchLocks.lockKey(table), strength, scope.lockWait());
  }

  private void lockPlace(Table table, LockStrength strength) {
    scope.open().lockResource(table.placeLockKey(), strength, scope.lockWait());
  }

  /** Returns the strength of the lock on the table's lock key; null if there is no lock. */
  private static @Nullable LockStrength strengthOf(TableLockMode mode) {
    return switch (mode) {
      case ACCESS -> null;
      case ROWS -> LockStrength.KEY_SHARE;
      case ONE_BESIDE_ROWS -> LockStrength.NO_KEY_UPDATE;
      case EXCLUSIVE, ALONE -> LockStrength.UPDATE;
    };
  }

  private static ColonnadeException notAvailable(
      String what, Table table, ColonnadeException cause) {
    return new ColonnadeException(
        ErrorCode.LOCK_NOT_AVAILABLE,
        "could not obtain lock on %s \"%s\"".formatted(what, table.name()),
        cause);
  }
}
