package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryHolder;
import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.txn.TransactionMoment;
import dev.colonnade.scan.ScanStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sql.access.OnLocked;
import dev.colonnade.sql.access.PinnedStatement;
import dev.colonnade.sql.access.RowChange;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.StoredRows;
import dev.colonnade.sql.access.TableFacts;
import dev.colonnade.sql.access.TableLockMode;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A query of a transaction, which reads at its moment while the transaction goes on. Everything but
 * reading is as in the transaction.
 */
final class ReadingStatement implements PinnedStatement {
  private final EngineTransaction transaction;
  private final TransactionMoment moment;
  private final CatalogSnapshot catalog;

  ReadingStatement(
      EngineTransaction transaction, TransactionMoment moment, CatalogSnapshot catalog) {
    this.transaction = requireNonNull(transaction, "transaction is null");
    this.moment = requireNonNull(moment, "moment is null");
    this.catalog = requireNonNull(catalog, "catalog is null");
  }

  @Override
  public void close() {
    moment.close();
  }

  @Override
  public long readTimestamp() {
    return moment.readTimestamp();
  }

  @Override
  public CatalogSnapshot catalog() {
    return catalog;
  }

  @Override
  public long startMicros() {
    return transaction.startMicros();
  }

  @Override
  public long clockMicros() {
    return transaction.clockMicros();
  }

  @Override
  public long rowCount(Table table) {
    return transaction.rowCount(table);
  }

  @Override
  public TableFacts facts() {
    return transaction.facts();
  }

  @Override
  public ScanStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return transaction.scan(table, request, cancellation, moment.overlaid(request.spans()));
  }

  @Override
  public @Nullable Version get(Table table, Key key) {
    return transaction.get(table, key, moment);
  }

  @Override
  public long write(Table table, List<RowChange> changes) {
    return transaction.write(table, changes);
  }

  @Override
  public long writeAlone(Table table, List<RowChange> changes) {
    return transaction.writeAlone(table, changes);
  }

  @Override
  public long insertAll(Table table, List<@Nullable Object[]> rows, IntConsumer atRow) {
    return transaction.insertAll(table, rows, atRow);
  }

  @Override
  public boolean insertStored(Table table, StoredRows rows) {
    return transaction.insertStored(table, rows);
  }

  @Override
  public boolean lock(Table table, List<Object> key, LockStrength strength, OnLocked onLocked) {
    return transaction.lock(table, key, strength, onLocked);
  }

  @Override
  public void lockTable(Table table, TableLockMode mode) {
    transaction.lockTable(table, mode);
  }

  @Override
  public void setConstraints(Set<ConstraintId> constraints, boolean deferred) {
    transaction.setConstraints(constraints, deferred);
  }

  @Override
  public NameScope names() {
    return transaction.names(catalog);
  }

  @Override
  public SequenceAccess sequences() {
    return transaction.sequences();
  }

  @Override
  public void beforeCommit(Consumer<StatementTransaction> check) {
    transaction.beforeCommit(check);
  }

  @Override
  public boolean isAlone() {
    return transaction.isAlone();
  }

  @Override
  public <T> T alter(Function<CatalogEdit, T> steps) {
    return transaction.alter(steps);
  }

  @Override
  public void alterSequence(long sequenceId, SequenceChange change) {
    transaction.alterSequence(sequenceId, change);
  }

  @Override
  public boolean truncate(List<Table> tables) {
    return transaction.truncate(tables);
  }

  @Override
  public void limitRanges(Table table, long maxBytes) {
    transaction.limitRanges(table, maxBytes);
  }

  @Override
  public void splitAt(Table table, List<Key> keys) {
    transaction.splitAt(table, keys);
  }

  @Override
  public boolean isInBlock() {
    return transaction.isInBlock();
  }

  @Override
  public int sessionCount(int databaseId) {
    return transaction.sessionCount(databaseId);
  }

  @Override
  public AdvisoryHolder advisoryLocks() {
    return transaction.advisoryLocks();
  }

  @Override
  public int sessionNumber() {
    return transaction.sessionNumber();
  }

  @Override
  public String user() {
    return transaction.user();
  }

  @Override
  public <T> T define(Function<CatalogOperations, T> change) {
    return transaction.define(change);
  }
}
