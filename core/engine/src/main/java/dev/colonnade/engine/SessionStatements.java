package dev.colonnade.engine;

import dev.colonnade.advisory.AdvisoryHolder;
import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.engine.rule.RowChecks;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.commit.Condition;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.scan.ScanStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sql.access.OnLocked;
import dev.colonnade.sql.access.RowChange;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.StoredRows;
import dev.colonnade.sql.access.TableFacts;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.type.Column;
import dev.colonnade.type.Family;
import dev.colonnade.type.TableSchema;
import dev.colonnade.type.row.RowWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A statement on its own: reads at the newest timestamp, and commits what it writes at once. */
final class SessionStatements implements StatementTransaction {
  private static final long NANOS_PER_MICRO = 1000;

  private final Session session;
  private final long readTimestamp;
  private final CatalogSnapshot catalog;
  private final long startMicros;

  private SessionStatements(Session session, long startNanos) {
    this.session = session;
    this.readTimestamp = session.latestTimestamp();
    this.catalog = session.catalog();
    this.startMicros = startNanos / NANOS_PER_MICRO;
  }

  static StatementTransaction begin(Session session, long startNanos) {
    return new SessionStatements(session, startNanos);
  }

  @Override
  public long readTimestamp() {
    return readTimestamp;
  }

  @Override
  public CatalogSnapshot catalog() {
    return catalog;
  }

  @Override
  public NameScope names() {
    return session.names(catalog);
  }

  @Override
  public AdvisoryHolder advisoryLocks() {
    return session.advisoryLocks();
  }

  @Override
  public int sessionNumber() {
    return session.number();
  }

  @Override
  public SequenceAccess sequences() {
    return session.sequenceAccess();
  }

  @Override
  public <T> T alter(Function<CatalogEdit, T> steps) {
    return session.define(operations -> operations.change(steps));
  }

  @Override
  public void alterSequence(long sequenceId, SequenceChange change) {
    sequences().alter(sequenceId, change);
  }

  @Override
  public boolean truncate(List<Table> tables) {
    session.clear(tables);
    return true;
  }

  @Override
  public boolean isInBlock() {
    return false;
  }

  @Override
  public void limitRanges(Table table, long maxBytes) {
    session.limitRanges(table, maxBytes);
  }

  @Override
  public void splitAt(Table table, List<Key> keys) {
    session.splitAt(table, keys);
  }

  @Override
  public int sessionCount(int databaseId) {
    return session.sessionCount(databaseId);
  }

  @Override
  public String user() {
    return session.user();
  }

  @Override
  public long startMicros() {
    return startMicros;
  }

  @Override
  public long clockMicros() {
    return session.clockMicros();
  }

  @Override
  public TableFacts facts() {
    return session.facts();
  }

  /** Nothing follows the statement. */
  @Override
  public void beforeCommit(Consumer<StatementTransaction> check) {}

  @Override
  public boolean isAlone() {
    return true;
  }

  @Override
  public long rowCount(Table table) {
    return rowCount(session, table);
  }

  /** About how many rows a table has. */
  static long rowCount(Session session, Table table) {
    return session.ranges(table.format().keyCodec().span()).stream()
        .map(RangeStatus::statistics)
        .mapToLong(statistics -> statistics.liveRows())
        .sum();
  }

  @Override
  public ScanStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return session.scan(table, request, cancellation);
  }

  @Override
  public @Nullable Version get(Table table, Key key) {
    return session.get(table, key, readTimestamp);
  }

  @Override
  public CachedVersion tryGet(Table table, Key key) {
    return session.tryGet(table, key, readTimestamp);
  }

  @Override
  public long write(Table table, List<RowChange> changes) {
    return write(session, table, changes);
  }

  @Override
  public long insertAll(Table table, List<@Nullable Object[]> rows, IntConsumer atRow) {
    List<RowChange> changes = new ArrayList<>(rows.size());
    for (@Nullable Object[] row : rows) {
      changes.add(new RowChange.Insert(Arrays.asList(row)));
    }
    return write(session, table, changes);
  }

  @Override
  public boolean insertStored(Table table, StoredRows rows) {
    return false; // a single batch goes the way of all others
  }

  /** Writes rows as one batch, which is a transaction of its own. */
  static long write(Session session, Table table, List<RowChange> changes) {
    if (changes.isEmpty()) {
      return 0;
    }
    RowBatch batch = session.newBatch(table);
    changes.forEach(change -> add(batch, change));
    WriteResult result = written(session, batch, table, changes);
    return result.insertedCount() + result.updatedCount() + result.deletedCount();
  }

  private static WriteResult written(
      Session session, RowBatch batch, Table table, List<RowChange> changes) {
    try {
      return session.writeAndWait(batch);
    } catch (ColonnadeException e) {
      throw isAboutKeys(e.code()) ? duplicate(session, e, table, changes) : e;
    }
  }

  /** A batch with one key twice is refused as a wrong argument. */
  private static boolean isAboutKeys(ErrorCode code) {
    return code == ErrorCode.UNIQUE_VIOLATION || code == ErrorCode.INVALID_ARGUMENT;
  }

  /**
   * The violation by the name of its constraint and the columns of the first key in the way; the
   * cause itself if none is.
   */
  private static ColonnadeException duplicate(
      Session session, ColonnadeException cause, Table table, List<RowChange> changes) {
    List<Column> columns = table.schema().keyColumns();
    Set<Key> seen = new HashSet<>();
    for (RowChange change : changes) {
      if (change instanceof RowChange.Insert insert) {
        Object[] values =
            columns.stream()
                .map(column -> insert.values().get(table.schema().ordinal(column.id())))
                .toArray();
        Key key = table.format().keyCodec().encode(values);
        if (!seen.add(key) || isThere(session, table, key)) {
          return UniqueViolations.ofKey(
              table, table.format().keyCodec().familyKey(key, Family.FIRST_ID));
        }
      }
    }
    return cause;
  }

  private static boolean isThere(Session session, Table table, Key rowKey) {
    Key stored = table.format().keyCodec().familyKey(rowKey, Family.FIRST_ID);
    return session.get(table, stored, session.latestTimestamp()) != null;
  }

  private static void add(RowBatch batch, RowChange change) {
    RowWriter row = batch.row();
    switch (change) {
      case RowChange.Insert insert -> {
        @Nullable Object[] values = insert.values().toArray();
        RowChecks.requireValues(batch.table(), values);
        row.putAll(values);
        batch.insert();
      }
      case RowChange.Delete delete -> {
        putKey(row, delete.key());
        batch.delete(Condition.ANY);
      }
      case RowChange.Update update -> {
        putKey(row, update.key());
        batch.update(update.columns(), update.values(), Condition.ANY);
      }
    }
  }

  private static void putKey(RowWriter row, List<Object> key) {
    TableSchema schema = row.schema();
    List<Column> columns = schema.keyColumns();
    for (int i = 0; i < columns.size(); i++) {
      row.putObject(schema.ordinal(columns.get(i).id()), key.get(i));
    }
  }

  @Override
  public boolean lock(Table table, List<Object> key, LockStrength strength, OnLocked onLocked) {
    throw new IllegalStateException("rows are locked in transactions only");
  }

  @Override
  public void lockTable(Table table, TableLockMode mode) {
    throw new IllegalStateException("tables are locked in transactions only");
  }

  @Override
  public void setConstraints(Set<ConstraintId> constraints, boolean deferred) {
    throw new IllegalStateException("constraints wait in transactions only");
  }

  @Override
  public <T> T define(Function<CatalogOperations, T> change) {
    return session.define(change);
  }
}
