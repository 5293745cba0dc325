package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.BackupWriter;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.WouldBlockException;
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
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Statement outside of a transaction: reads at the newest timestamp, commits its writes at once.
 */
public final class AutocommitStatement implements StatementTransaction {
  private final EngineSessionState session;
  private final EngineContext engine;
  private final boolean mayBlock;
  private final long startMicros;
  private final long readTimestamp;
  private final CatalogSnapshot catalog;

  /**
   * Begins a statement.
   *
   * @param mayBlock whether it may wait for the disk; if not, it throws {@link WouldBlockException}
   */
  public AutocommitStatement(EngineSessionState session, boolean mayBlock) {
    this.mayBlock = mayBlock;
    this.session = requireNonNull(session, "session is null");
    this.engine = session.engine();
    this.startMicros = engine.epochMicros();
    this.readTimestamp = engine.reads().latest();
    // After the timestamp, so that every visible row can be decoded.
    this.catalog = session.catalog();
    requireCurrent();
  }

  /** Checks that timestamp and catalog are those of the cluster, and not of a deposed leader. */
  private void requireCurrent() {
    if (mayBlock) {
      engine.reads().requireCurrent();
    } else if (!engine.reads().isCurrent()) {
      throw new WouldBlockException();
    }
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
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    if (!mayBlock) {
      throw new WouldBlockException();
    }
    return engine.reads().open(table, request, cancellation);
  }

  @Override
  public @Nullable Version get(Table table, Key key) {
    if (mayBlock) {
      return engine.reads().get(table, key, readTimestamp);
    }
    return switch (engine.reads().tryGet(table, key, readTimestamp)) {
      case CachedVersion.Found(Version version) -> version;
      case CachedVersion.Absent _ -> null;
      case CachedVersion.NotCached _ -> throw new WouldBlockException();
    };
  }

  @Override
  public StatementWrites writes() {
    return new AutocommitWrites(engine);
  }

  @Override
  public StatementLocks locks() {
    throw new IllegalStateException("rows and tables are locked in transactions only");
  }

  @Override
  public <T extends @Nullable Object> T atNewest(Supplier<T> reads) {
    throw new IllegalStateException("rows are locked in transactions only");
  }

  @Override
  public CatalogChanges catalogChanges() {
    return session.catalogChanges();
  }

  @Override
  public SequenceAccess sequences() {
    return mayBlock ? session.sequenceAccess() : session.cachedSequenceAccess();
  }

  @Override
  public SessionInformation session() {
    return session;
  }

  @Override
  public BackupWriter backups() {
    return engine.storage().backups();
  }

  @Override
  public TableMetrics tables() {
    return engine.tableMetrics();
  }

  @Override
  public long startMicros() {
    return startMicros;
  }

  @Override
  public boolean isInBlock() {
    return false;
  }

  @Override
  public boolean isAlone() {
    return true;
  }

  @Override
  public void setConstraints(Set<ConstraintId> constraints, boolean deferred) {
    throw new IllegalStateException("constraints are deferred in transactions only");
  }

  /** Does nothing: the statement has already committed, and no other follows. */
  @Override
  public void beforeCommit(Consumer<StatementTransaction> check) {}
}
