package dev.colonnade.sql.definition.name;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.BackupWriter;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sql.access.CatalogChanges;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.access.SessionInformation;
import dev.colonnade.sql.access.StatementLocks;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.TableMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Access of a statement that finds names in one schema first.
 *
 * @param transaction access of the statement
 * @param schema first schema of the search path
 */
record SchemaTransaction(StatementTransaction transaction, SchemaEntry schema)
    implements StatementTransaction {
  SchemaTransaction {
    requireNonNull(transaction, "transaction is null");
    requireNonNull(schema, "schema is null");
  }

  @Override
  public NameScope names() {
    NameScope names = transaction.names();
    List<Integer> path = new ArrayList<>(names.pathIds());
    path.remove(Integer.valueOf(schema.id()));
    path.addFirst(schema.id());
    return names.withPath(path);
  }

  @Override
  public long readTimestamp() {
    return transaction.readTimestamp();
  }

  @Override
  public CatalogSnapshot catalog() {
    return transaction.catalog();
  }

  @Override
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return transaction.scan(table, request, cancellation);
  }

  @Override
  public @Nullable Version get(Table table, Key key) {
    return transaction.get(table, key);
  }

  @Override
  public StatementWrites writes() {
    return transaction.writes();
  }

  @Override
  public StatementLocks locks() {
    return transaction.locks();
  }

  @Override
  public <T extends @Nullable Object> T atNewest(Supplier<T> reads) {
    return transaction.atNewest(reads);
  }

  @Override
  public CatalogChanges catalogChanges() {
    return transaction.catalogChanges();
  }

  @Override
  public SequenceAccess sequences() {
    return transaction.sequences();
  }

  @Override
  public SessionInformation session() {
    return transaction.session();
  }

  @Override
  public BackupWriter backups() {
    return transaction.backups();
  }

  @Override
  public TableMetrics tables() {
    return transaction.tables();
  }

  @Override
  public long startMicros() {
    return transaction.startMicros();
  }

  @Override
  public boolean isInBlock() {
    return transaction.isInBlock();
  }

  @Override
  public boolean isAlone() {
    return transaction.isAlone();
  }

  @Override
  public void setConstraints(Set<ConstraintId> constraints, boolean deferred) {
    transaction.setConstraints(constraints, deferred);
  }

  @Override
  public void beforeCommit(Consumer<StatementTransaction> check) {
    transaction.beforeCommit(check);
  }
}
