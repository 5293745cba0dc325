package dev.colonnade.engine.transaction;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.BackupWriter;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.catalog.TemporaryTables;
import dev.colonnade.engine.catalog.TransactionParticipant;
import dev.colonnade.engine.session.EngineSessionState;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sql.access.CatalogChanges;
import dev.colonnade.sql.access.PinnedStatement;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.access.SessionInformation;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.StatementLocks;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.TableMetrics;
import dev.colonnade.storage.lifecycle.OperationGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * SQL transaction over a storage transaction ({@code mvcc.txn}), and its present statement. It
 * drives the commit: checks, contributions of the {@linkplain TransactionParticipant participants},
 * commit of the storage transaction, notification of the participants. One thread.
 */
public final class EngineTransaction implements SessionTransaction, StatementTransaction {
  private final TransactionScope scope;
  private final TransactionReads reads;
  private final TransactionLocks locks;
  private final TransactionWrites writes;
  private final TransactionCatalogChanges catalogChanges;
  private long deletedRows = NO_DELETE;
  private final long startMicros;
  private final List<Consumer<StatementTransaction>> checks = new ArrayList<>();

  public EngineTransaction(
      EngineSessionState session, TransactionOptions options, boolean hasOneStatement) {
    startMicros = session.engine().epochMicros();
    scope = new TransactionScope(session, options, hasOneStatement);
    reads = new TransactionReads(scope);
    locks = new TransactionLocks(scope);
    writes = new TransactionWrites(scope, locks);
    catalogChanges = new TransactionCatalogChanges(scope);
  }

  @Override
  public StatementTransaction statement(LockWaitPolicy wait) {
    scope.beginStatement(wait);
    return this;
  }

  @Override
  public PinnedStatement pinned() {
    return new EnginePinnedStatement(this, scope.session(), reads);
  }

  @Override
  public <T> @Nullable T tryStatement(Function<StatementTransaction, ? extends @Nullable T> work) {
    if (scope.draft().hasCreatedSequences()) {
      return null; // a failure rolls back, and discarding sequences waits for a commit
    }
    T result = null;
    try {
      result = scope.attempt(() -> work.apply(this));
    } finally {
      if (result == null) {
        writes.rolledBackToSavepoint();
        locks.rolledBackToSavepoint();
      }
    }
    return result;
  }

  @Override
  public Savepoint savepoint() {
    return scope.savepoint();
  }

  @Override
  public void rollbackTo(Savepoint savepoint) {
    scope.rollbackTo(savepoint);
    writes.rolledBackToSavepoint();
    locks.rolledBackToSavepoint();
  }

  @Override
  public StatementTransaction restart(LockWaitPolicy wait) {
    scope.restart(wait);
    return this;
  }

  @Override
  public @Nullable StatementTransaction refresh(LockWaitPolicy wait) {
    return scope.refresh(wait) ? this : null;
  }

  @Override
  public void commit() {
    Transaction begun = scope.begun();
    if (begun == null) {
      return;
    }
    try {
      runChecks(begun);
    } catch (RuntimeException | Error e) {
      rollBackAfter(e);
      throw e;
    }
    OperationGate gate = scope.engine().gate();
    try {
      gate.enter();
    } catch (ColonnadeException e) {
      rollBackAfter(e);
      throw e;
    }
    try {
      try {
        commit(begun);
      } catch (RuntimeException | Error e) {
        rollBackAfter(e);
        throw e;
      }
      InterruptionPoint.runToItsEnd(
          () -> scope.participants().forEach(TransactionParticipant::committed));
    } finally {
      gate.exit();
    }
  }

  @Override
  public long deletedRows() {
    return deletedRows;
  }

  /** Rolls back after a failure, which is the one to be reported. */
  private void rollBackAfter(Throwable failure) {
    try {
      scope.rollback();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private void runChecks(Transaction begun) {
    if (begun.hasWrites()) {
      checks.forEach(check -> check.accept(this));
    }
  }

  private void commit(Transaction begun) {
    try {
      scope.requireDeferred(begun);
      TemporaryTables.beforeCommit(
          begun, scope.draft(), scope.newestCatalog(), names().temporarySchema());
      scope.participants().forEach(participant -> participant.prepare(begun));
      CommitResult result = begun.commit(scope.engine().config().commit().durability());
      if (writes.hasDeletedAll()) {
        deletedRows = result.deletedCount();
      }
    } catch (ColonnadeException e) {
      throw writes.explained(e, begun);
    }
  }

  @Override
  public void rollback() {
    scope.rollback();
  }

  @Override
  public void close() {
    rollback();
  }

  @Override
  public long readTimestamp() {
    return reads.readTimestamp();
  }

  @Override
  public CatalogSnapshot catalog() {
    return scope.catalog();
  }

  @Override
  public NameScope names() {
    return scope.session().names(scope.catalog());
  }

  @Override
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return reads.scan(table, request, cancellation);
  }

  @Override
  public @Nullable Version get(Table table, Key key) {
    return reads.get(table, key);
  }

  @Override
  public StatementWrites writes() {
    return writes;
  }

  @Override
  public StatementLocks locks() {
    return locks;
  }

  @Override
  public <T extends @Nullable Object> T atNewest(Supplier<T> read) {
    return scope.open().atNewest(read);
  }

  @Override
  public CatalogChanges catalogChanges() {
    return catalogChanges;
  }

  @Override
  public SequenceAccess sequences() {
    return scope.sequences();
  }

  @Override
  public SessionInformation session() {
    return scope.session();
  }

  @Override
  public BackupWriter backups() {
    return scope.engine().storage().backups();
  }

  @Override
  public TableMetrics tables() {
    return scope.engine().tableMetrics();
  }

  @Override
  public long startMicros() {
    return startMicros;
  }

  @Override
  public boolean isInBlock() {
    return !scope.hasOneStatement();
  }

  @Override
  public boolean isAlone() {
    return scope.hasOneStatement() && scope.draft().isEmpty() && !scope.hasWrites();
  }

  @Override
  public void setConstraints(Set<ConstraintId> constraints, boolean deferred) {
    scope.setConstraints(constraints, deferred);
  }

  @Override
  public void beforeCommit(Consumer<StatementTransaction> check) {
    checks.add(requireNonNull(check, "check is null"));
  }
}
