package dev.colonnade.engine.transaction;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.BackupWriter;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.session.EngineSessionState;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.txn.StatementSnapshot;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sql.access.CatalogChanges;
import dev.colonnade.sql.access.PinnedStatement;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.access.SessionInformation;
import dev.colonnade.sql.access.StatementLocks;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.TableMetrics;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Query of a transaction with a pinned snapshot, which later statements of the transaction do not
 * change. Everything but reads is delegated to the transaction's present statement.
 */
final class EnginePinnedStatement implements PinnedStatement {
  private final StatementTransaction statement;
  private final EngineSessionState session;
  private final TransactionReads reads;
  private final StatementSnapshot pinned;
  private final CatalogSnapshot catalog;

  EnginePinnedStatement(
      StatementTransaction statement, EngineSessionState session, TransactionReads reads) {
    this.statement = requireNonNull(statement, "statement is null");
    this.session = requireNonNull(session, "session is null");
    this.reads = requireNonNull(reads, "reads is null");
    this.pinned = reads.pin();
    this.catalog = statement.catalog();
  }

  @Override
  public void close() {
    pinned.close();
  }

  @Override
  public long readTimestamp() {
    return pinned.readTimestamp();
  }

  @Override
  public CatalogSnapshot catalog() {
    return catalog;
  }

  @Override
  public <T extends @Nullable Object> T atNewest(Supplier<T> newest) {
    return statement.atNewest(newest);
  }

  @Override
  public NameScope names() {
    return session.names(catalog);
  }

  @Override
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return reads.scan(table, request, cancellation, pinned);
  }

  @Override
  public ScanPage page(Table table, ScanRequest request, Cancellation cancellation) {
    return reads.page(table, request, cancellation, pinned);
  }

  @Override
  public @Nullable Version get(Table table, Key key) {
    return reads.get(table, key, pinned);
  }

  @Override
  public StatementWrites writes() {
    return statement.writes();
  }

  @Override
  public StatementLocks locks() {
    return statement.locks();
  }

  @Override
  public CatalogChanges catalogChanges() {
    return statement.catalogChanges();
  }

  @Override
  public SequenceAccess sequences() {
    return statement.sequences();
  }

  @Override
  public SessionInformation session() {
    return statement.session();
  }

  @Override
  public BackupWriter backups() {
    return statement.backups();
  }

  @Override
  public TableMetrics tables() {
    return statement.tables();
  }

  @Override
  public long startMicros() {
    return statement.startMicros();
  }

  @Override
  public boolean isInBlock() {
    return statement.isInBlock();
  }

  @Override
  public boolean isAlone() {
    return statement.isAlone();
  }

  @Override
  public void setConstraints(Set<ConstraintId> constraints, boolean deferred) {
    statement.setConstraints(constraints, deferred);
  }

  @Override
  public void beforeCommit(Consumer<StatementTransaction> check) {
    statement.beforeCommit(check);
  }
}
