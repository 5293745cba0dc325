package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.session.AnalyzeLimits;
import dev.colonnade.engine.session.EngineTableMetrics;
import dev.colonnade.engine.session.TableAnalyses;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.statistics.TableStatistics;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic task that runs ANALYZE on tables of which many rows have changed since their last
 * analysis, as PostgreSQL's autovacuum does, and on tables without any analysis as soon as they do
 * not change any more: a table of 25 rows that joins rely on counts as one of unknown size until
 * then. One thread of its own, until it is closed; it analyzes one table at a time, and pauses
 * after each, so that it uses a bounded part of a processor.
 */
public final class AutomaticAnalyze implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutomaticAnalyze.class);

  /** Pause after an analysis, as a multiple of its time: a tenth of the time is for analyses. */
  private static final int PAUSE_FACTOR = 9;

  /** Time of an analysis from which on the log has a line. */
  private static final long LOGGED_NANOS_MIN = TimeUnit.SECONDS.toNanos(1);

  /** User of the sessions, whom {@code pg_stat_activity} shows. */
  private static final String USER = "autovacuum";

  private final Database database;
  private final AnalyzeLimits limits;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Cancellation cancellation = Cancellation.withoutDeadline();
  private final Thread thread;

  /** Changed rows of tables without an analysis at the last inspection, by the id of the table. */
  private Map<Integer, Long> seenChanges = Map.of();

  private AutomaticAnalyze(Database database, AnalyzeLimits limits) {
    this.database = requireNonNull(database, "database is null");
    this.limits = requireNonNull(limits, "limits is null");
    this.thread = Thread.ofPlatform().daemon().name("colonnade-analyze").unstarted(this::run);
  }

  /** Starts the task. The caller closes it before the database. */
  public static AutomaticAnalyze start(Database database, AnalyzeLimits limits) {
    AutomaticAnalyze started = new AutomaticAnalyze(database, limits);
    database.context().tableMetrics().analyses().startAutomatic(limits);
    started.thread.start();
    return started;
  }

  private void run() {
    try {
      while (!closed.await(limits.interval().toNanos(), TimeUnit.NANOSECONDS)) {
        analyzeChangedTables();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void analyzeChangedTables() throws InterruptedException {
    CatalogSnapshot catalog = database.catalog().snapshot();
    Map<Integer, Long> changes = new HashMap<>();
    for (Table table : catalog.tables()) {
      if (!isOpen() || !database.acceptsWrites()) {
        return;
      }
      SchemaEntry schema = catalog.findSchema(table.objectName().schemaId());
      DatabaseEntry home = schema == null ? null : catalog.findDatabase(schema.databaseId());
      if (schema != null && home != null && !schema.isTemporary() && isChanged(table, changes)) {
        analyze(table, schema, home);
      }
    }
    seenChanges = changes;
  }

  /**
   * Returns whether many rows have changed since the last analysis. Changes count before they are
   * visible, and those of before a restart do not; then the number of rows shows that there were
   * others. If there was no analysis, it is enough that a table has rows and did not change since
   * the last inspection: plans for a table that grows shall not rely on its first row.
   *
   * @param changes takes the changed rows of a table without an analysis
   */
  private boolean isChanged(Table table, Map<Integer, Long> changes) {
    EngineTableMetrics metrics = database.context().tableMetrics();
    TableStatistics statistics = metrics.statistics(table);
    long rows = metrics.rowCount(table);
    long difference = Math.abs(rows - (statistics == null ? 0 : statistics.rowCount()));
    long changedRows = Math.max(metrics.analyses(table).changedRows(), difference);
    if (statistics == null && changedRows > 0) {
      changes.put(table.id(), changedRows);
      if (seenChanges.getOrDefault(table.id(), 0L) == changedRows) {
        return true;
      }
    }
    return limits.isExceeded(changedRows, rows);
  }

  /** Analyzes a table, and pauses. */
  private void analyze(Table table, SchemaEntry schema, DatabaseEntry home)
      throws InterruptedException {
    String name = Identifiers.quote(schema.name()) + "." + Identifiers.quote(table.name());
    NanoTicker ticker = database.context().dependencies().ticker();
    long startNanos = ticker.nanos();
    boolean isCompleted = false;
    try (Session session = database.session(USER, home.name())) {
      TableAnalyses.automatically(
          () -> {
            session.sql().execute("ANALYZE " + name, cancellation).close();
            return name;
          });
      isCompleted = true;
    } catch (Exception e) {
      if (isOpen() && database.catalog().snapshot().findTable(table.id()) != null) {
        // The disk may be full: the next inspection tries again.
        LOG.atWarn().setCause(e).log("table is not analyzed: name={}", name);
      }
    }
    long nanos = ticker.nanos() - startNanos;
    database.context().tableMetrics().analyses().endedAutomatic(nanos, isCompleted);
    if (isCompleted && nanos >= LOGGED_NANOS_MIN) {
      LOG.info("table is analyzed: name={} millis={}", name, TimeUnit.NANOSECONDS.toMillis(nanos));
    }
    closed.await(PAUSE_FACTOR * nanos, TimeUnit.NANOSECONDS);
  }

  private boolean isOpen() {
    return closed.getCount() > 0;
  }

  /** Returns whether the thread runs; visible to tests. */
  boolean isRunning() {
    return thread.isAlive();
  }

  /** Cancels a running analysis and waits for the end of the thread. Idempotent. */
  @Override
  public void close() {
    database.context().tableMetrics().analyses().stopAutomatic();
    closed.countDown();
    cancellation.cancel();
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
