package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.session.AnalyzeLimits;
import dev.colonnade.engine.session.EngineContext;
import dev.colonnade.engine.session.EngineSessionState;
import dev.colonnade.engine.session.SessionFreshness;
import dev.colonnade.engine.session.SessionRights;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.engine.write.WriteResult;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sequence.SequenceOperations;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.setting.ServerState;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.storage.StorageEngine;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.store.Durability;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Session of one user in a database: SQL statements, and direct access to tables, sequences and
 * ranges. Thread-safe as long as it runs no SQL transactions.
 *
 * <p>Unless stated otherwise, a call may read the disk or wait for it: event loops must not call
 * it.
 */
public final class Session implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final EngineContext engine;
  private final EngineSessionState context;
  private final SqlSession sql;

  Session(EngineContext engine, String user, DatabaseEntry home, boolean isTrusted) {
    this.engine = requireNonNull(engine, "engine is null");
    SessionSettings settings = new SessionSettings();
    engine.sessions().defaults().forEach(settings::force);
    settings.followServer(() -> serverState(engine.storage()));
    showAutomaticAnalyze(engine.tableMetrics().analyses().automaticLimits(), settings);
    this.context = new EngineSessionState(engine, user, home, settings, isTrusted);
    this.sql = engine.sql().session(new EngineSessionContext(context), settings);
  }

  private static ServerState serverState(StorageEngine storage) {
    if (storage.role() == StorageRole.REPLICA) {
      // On a full disk the store refuses writes, with its reason, until there is space.
      return storage.readOnlyReason() == null ? ServerState.STANDBY : ServerState.PRIMARY;
    }
    return storage.reads().isCurrent() ? ServerState.PRIMARY : ServerState.UNCERTAIN;
  }

  /** Sets PostgreSQL's settings of automatic ANALYZE to what is in force. */
  private static void showAutomaticAnalyze(
      @Nullable AnalyzeLimits limits, SessionSettings settings) {
    if (limits == null) {
      settings.force("autovacuum", "off");
    } else if (!limits.equals(AnalyzeLimits.DEFAULT)) {
      settings.force("autovacuum_analyze_threshold", Long.toString(limits.changedRowsMin()));
      settings.force(
          "autovacuum_analyze_scale_factor",
          BigDecimal.valueOf(limits.scalePercent(), 2).stripTrailingZeros().toPlainString());
      settings.force("autovacuum_naptime", limits.interval());
    }
  }

  /**
   * Sets the settings that are stored for the session's database and role. A value that the setting
   * no longer accepts is logged and ignored.
   */
  void applyStoredSettings() {
    CatalogSnapshot catalog = engine.storage().catalog().snapshot();
    RoleEntry role = catalog.findRole(user());
    int roleId = role == null ? SettingScope.ANY : role.id();
    for (SettingScope scope : SettingScope.of(home().id(), roleId)) {
      catalog.settings().getOrDefault(scope, Map.of()).forEach(this::applyStored);
    }
  }

  private void applyStored(String name, String value) {
    SessionSettings settings = sql.settings();
    try {
      settings.setStored(name, value);
    } catch (ColonnadeException e) {
      LOG.warn("stored setting is ignored: user={} name={} error={}", user(), name, e.getMessage());
    }
  }

  /** Returns the name of the session's user. */
  public String user() {
    return context.user();
  }

  /** Returns the session's number, which is unique in the server process. */
  public int number() {
    return context.number();
  }

  /** Returns the database of the session. */
  public DatabaseEntry home() {
    return context.home();
  }

  /** Returns the SQL statements of the session; one thread at a time. */
  public SqlSession sql() {
    return sql;
  }

  /** Returns the committed catalog. Never waits. */
  public CatalogSnapshot catalog() {
    return context.catalog();
  }

  /** Changes tables or enums: {@code session.define(catalog -> catalog.createTable(...))}. */
  public <T> T define(Function<CatalogOperations, T> change) {
    int ownerId = rights().rights().roleId();
    return context.catalogChanges().define(catalog -> change.apply(catalog.ownedBy(ownerId)));
  }

  /** Returns the rights of the user, which the caller checks for requests outside of SQL. */
  public SessionRights rights() {
    return context.rights();
  }

  /** Returns the session's state of sequences: cached blocks and last values. Never waits. */
  public SequenceSession sequences() {
    return context.sequences();
  }

  /** Changes sequences: {@code session.defineSequence(all -> all.create(...))}. */
  public <T> T defineSequence(Function<SequenceOperations, T> change) {
    return define(
        catalog -> catalog.whileUnchanged(() -> change.apply(engine.sequences().operations())));
  }

  /**
   * Returns an empty batch for rows of {@code table}. Never waits. Throws UNSUPPORTED if a column
   * is of a domain, a composite type or a type of the catalog such as {@code name}, whose values
   * only statements check, or is generated.
   */
  public RowBatch newBatch(Table table) {
    if (!table.descriptor().properties().generated().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "rows of a table with a generated column are written by statements only: table="
              + table.name());
    }
    for (Column column : table.schema().columns()) {
      if (column.domain() != null || column.type() instanceof ColumnType.Composite) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "rows of a table with a column of a domain, a composite type or a type of the"
                + " catalog are written by"
                + " statements only: table="
                + table.name()
                + " column="
                + column.name());
      }
    }
    return engine.writes().newBatch(table);
  }

  /** Writes a batch with the durability of the configuration. */
  public CompletableFuture<WriteResult> write(RowBatch batch) {
    return write(batch, engine.config().commit().durability());
  }

  /**
   * Writes a batch atomically. The calling thread reads the rows that updates need and may lead the
   * group commit; another thread completes the future.
   *
   * <p>The future fails with UNIQUE_VIOLATION, SERIALIZATION_FAILURE, UNKNOWN_TABLE if the table
   * was dropped meanwhile, OVERLOADED, DISK_FULL, COMMIT_UNKNOWN, SHUTTING_DOWN.
   */
  public CompletableFuture<WriteResult> write(RowBatch batch, Durability durability) {
    try {
      engine.gate().enter();
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return engine
        .writes()
        .write(batch, durability)
        .whenComplete((result, failure) -> engine.gate().exit());
  }

  /**
   * Variant of {@link #write(RowBatch)} that waits for the outcome and throws what the future would
   * fail with.
   */
  public WriteResult writeAndWait(RowBatch batch) {
    return engine
        .gate()
        .run(() -> engine.writes().writeAndWait(batch, engine.config().commit().durability()));
  }

  /**
   * Returns the newest timestamp that can be read. A reader reads the {@link #catalog} after it, so
   * that the catalog has every schema version that a visible row can have. Never waits.
   */
  public long latestTimestamp() {
    return engine.reads().latest();
  }

  /**
   * Returns the maximum age of what the session reads on a follower; required by the caller before
   * it reads the {@link #latestTimestamp}.
   */
  public SessionFreshness freshness() {
    return context.freshness();
  }

  /**
   * Returns the value of a stored key of the table at a timestamp; null if none.
   *
   * @param key a row key, with the family byte where the table has several families
   */
  public @Nullable Version get(Table table, Key key, long readTimestamp) {
    return engine.reads().get(table, key, readTimestamp);
  }

  /** Variant of {@link #get} that reads memory only. Never waits: event loops may call it. */
  public CachedVersion tryGet(Table table, Key key, long readTimestamp) {
    return engine.reads().tryGet(table, key, readTimestamp);
  }

  /** Returns one page of a scan of the table; the caller closes it. */
  public ScanPage page(Table table, ScanRequest request, Cancellation cancellation) {
    return engine.reads().page(table, request, cancellation);
  }

  /** Returns all pages of a scan of the table. The caller closes the stream, and each page. */
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return engine.reads().open(table, request, cancellation);
  }

  /** Returns the status of the ranges that overlap {@code span}. Never waits. */
  public List<RangeStatus> ranges(KeySpan span) {
    return engine.ranges().status(span);
  }

  /**
   * Splits ranges of {@code table} at the rows of {@code keys}, which begin with the table's id. A
   * key at which a range starts already has no effect. Merges never remove these split points.
   */
  public void splitAt(Table table, List<Key> keys) {
    engine.ranges().splitAt(table, keys);
  }

  /**
   * Ends the session and drops its temporary tables. Writes that it has started are not canceled.
   */
  @Override
  public void close() {
    sql.close();
  }
}
