package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryHolder;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.scan.ScanStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sequence.SequenceOperations;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.access.TableFacts;
import dev.colonnade.store.Durability;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one user does with a database. Safe for use by many threads as long as there are no
 * transactions in it.
 *
 * <p>Unless something else is said, a call may read the disk or wait for it: none of them is for
 * event loops.
 */
public final class Session implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final Database database;
  private final String user;
  private final DatabaseEntry home;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final int number;
  private final AdvisoryHolder advisoryLocks;
  private final SequenceSession sequences;
  private final SequenceAccess sequenceAccess;
  private final SequenceSettings sequenceSettings;

  /** What {@link #names} gave last, and for which path; used by the thread of the statements. */
  private @Nullable NameScope scope;

  private String scopePath = "";
  private final String temporaryName;

  /** How rows were written last; used by the thread of the statements. */
  private @Nullable TransactionRows rows;

  private final SqlSession sql;

  Session(Database database, String user, DatabaseEntry home) {
    this.home = requireNonNull(home, "home is null");
    this.database = database;
    this.user = requireNonNull(user, "user is null");
    number = database.sessionOpened(home.id());
    advisoryLocks = database.advisoryLocks().newHolder(home.id(), number);
    temporaryName = SchemaEntry.TEMPORARY_PREFIX + number;
    sequences = database.engineSequences().newSession();
    sequenceAccess = new StatementSequences(database.engineSequences(), sequences);
    this.sql = database.sql().session(new SessionGround(this, database));
    sequenceSettings =
        new SequenceSettings(sequences, database.config().sequence(), sql.settings());
    sql.settings().force("session_authorization", user);
  }

  public String user() {
    return user;
  }

  /** What clients call the session by: no other of this database process has the same. */
  public int number() {
    return number;
  }

  /** The locks on numbers that the session has. */
  AdvisoryHolder advisoryLocks() {
    return advisoryLocks;
  }

  /** What the time is, in microseconds since 1970-01-01 00:00 UTC. */
  long clockMicros() {
    return database.seams().clock().epochNanos() / 1000;
  }

  /** The database that the session is in. */
  public DatabaseEntry home() {
    return home;
  }

  /** The names of a snapshot as statements of this session see them. */
  NameScope names(CatalogSnapshot catalog) {
    String path = sql.settings().show("search_path");
    NameScope known = scope;
    if (known == null || known.catalog() != catalog || !path.equals(scopePath)) {
      known = NameScope.of(catalog, home, path, user, temporaryName);
      scope = known;
      scopePath = path;
    }
    return known;
  }

  /** How rows are written by transactions that see this catalogue. */
  TransactionRows rows(CatalogSnapshot catalog) {
    TransactionRows known = rows;
    if (known == null || !known.isFor(catalog)) {
      known = new TransactionRows(database, catalog);
      rows = known;
    }
    return known;
  }

  /** Removes all rows of tables, with their past. */
  void clear(List<Table> tables) {
    during(
        () -> {
          tables.forEach(table -> database.catalogOperations().clear(table));
          return tables;
        });
  }

  /** Drops what is temporary. */
  void dropTemporary() {
    SchemaEntry schema = catalog().findSchema(home.id(), temporaryName);
    if (schema != null) {
      define(operations -> operations.change(edit -> TemporaryTables.drop(edit, schema)));
    }
  }

  /** How many sessions are in one of the databases of the store. */
  int sessionCount(int databaseId) {
    return database.sessionCount(databaseId);
  }

  /** Says how large ranges of a table may be; 0 for what all tables have. */
  void limitRanges(Table table, long maxBytes) {
    during(
        () -> {
          if (maxBytes == 0) {
            database.splits().resetLimits(table.id());
          } else {
            database.splits().changeLimits(table.id(), RangeLimits.ofMaxBytes(maxBytes));
          }
          return table;
        });
  }

  /** What statements of this session do with sequences. */
  SequenceAccess sequenceAccess() {
    sequenceSettings.apply(sql.settings());
    return sequenceAccess;
  }

  /** Statements of SQL; one thread at a time. */
  public SqlSession sql() {
    return sql;
  }

  /** The tables of this moment. Never waits. */
  public CatalogSnapshot catalog() {
    return database.catalog().snapshot();
  }

  /** Changes tables or enums: {@code session.define(catalog -> catalog.createTable(...))}. */
  public <T> T define(Function<CatalogOperations, T> change) {
    return during(() -> change.apply(database.catalogOperations()));
  }

  /** What this session does with sequences, and remembers of them. Never waits. */
  public SequenceSession sequences() {
    return sequences;
  }

  /** Changes sequences: {@code session.defineSequence(all -> all.create(...))}. */
  public <T> T defineSequence(Function<SequenceOperations, T> change) {
    return during(
        () ->
            database
                .catalogOperations()
                .whileUnchanged(() -> change.apply(database.engineSequences().operations())));
  }

  /** An empty batch for rows of {@code table}. Never waits. */
  public RowBatch newBatch(Table table) {
    return database.writes().newBatch(table);
  }

  /** Writes a batch with the durability of the configuration. */
  public CompletableFuture<WriteResult> write(RowBatch batch) {
    return write(batch, database.config().commit().durability());
  }

  /**
   * Writes a batch: all of it or nothing. The caller's thread reads what has to be read and may
   * write for others too; the future is completed by another thread.
   *
   * <p>The future fails with UNIQUE_VIOLATION, SERIALIZATION_FAILURE, UNKNOWN_TABLE if the table
   * was dropped meanwhile, OVERLOADED, DISK_FULL, COMMIT_UNKNOWN, SHUTTING_DOWN.
   */
  public CompletableFuture<WriteResult> write(RowBatch batch, Durability durability) {
    try {
      database.gate().enter();
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return database
        .writes()
        .write(batch, durability)
        .whenComplete((result, failure) -> database.gate().exit());
  }

  /**
   * As {@link #write(RowBatch)}, and waits for the outcome; what the future would fail with, this
   * throws.
   */
  WriteResult writeAndWait(RowBatch batch) {
    return during(
        () -> database.writes().writeAndWait(batch, database.config().commit().durability()));
  }

  /**
   * The newest timestamp that can be read. Whoever reads at it takes the {@link #catalog}
   * afterwards: then it knows every schema version that a row can have. Never waits.
   */
  public long latestTimestamp() {
    return database.reads().latest();
  }

  /**
   * What a stored key of the table held; null if nothing.
   *
   * @param key a row key, with the family byte where the table has several families
   */
  public @Nullable Version get(Table table, Key key, long readTimestamp) {
    return database.reads().get(table, key, readTimestamp);
  }

  /** As {@link #get}, as far as memory knows. Never waits: an event loop may ask. */
  public CachedVersion tryGet(Table table, Key key, long readTimestamp) {
    return database.reads().tryGet(table, key, readTimestamp);
  }

  /** One page of a scan of the table; the caller closes it. */
  public ScanPage page(Table table, ScanRequest request, Cancellation cancellation) {
    return database.reads().page(table, request, cancellation);
  }

  /** All pages of a scan of the table. The caller closes the stream, and each page. */
  public ScanStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return database.reads().open(table, request, cancellation);
  }

  /** What statements are told of tables. */
  TableFacts facts() {
    return new SessionFacts(this, database);
  }

  /** The ranges that hold keys of {@code span}, and what they hold. Never waits. */
  public List<RangeStatus> ranges(KeySpan span) {
    return database.ranges().status().stream()
        .filter(status -> status.descriptor().span().overlaps(span))
        .toList();
  }

  /**
   * Splits ranges of {@code table} at the rows of {@code keys}, which begin with the table's id. A
   * key where a range begins already is passed over. No merge undoes this.
   */
  public void splitAt(Table table, List<Key> keys) {
    for (Key key : keys) {
      if (!table.span().contains(key)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "split key is not of the table: table=" + table.name() + " key=" + key);
      }
    }
    during(
        () -> {
          database.splits().pin(keys.stream().map(database.ranges()::rowStart).toList());
          new RangeCuts(database.ranges(), database.rangeOperations()).cutAll(keys);
          table.requireLive();
          return keys;
        });
  }

  /** Ends the session; what it started goes on. Its temporary tables are dropped. */
  @Override
  public void close() {
    sql.close();
  }

  /** The statements have ended, and the session with them. */
  void ended() {
    if (closed.compareAndSet(false, true)) {
      database.sessionClosed(home.id());
      sequences.close();
      try {
        dropTemporary();
      } catch (ColonnadeException e) {
        // They go when the database is opened the next time.
        LOG.warn("temporary tables are left: code={} message={}", e.code(), e.getMessage());
      }
    }
  }

  private <T> T during(Supplier<T> work) {
    database.gate().enter();
    try {
      return work.get();
    } finally {
      database.gate().exit();
    }
  }
}
