package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.session.EngineTableMetrics;
import dev.colonnade.engine.session.TableAnalyses;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.statistics.TableStatistics;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic task that runs ANALYZE on tables of which many rows have changed since their last
 * analysis, as PostgreSQL's autovacuum does. One thread of its own, until it is closed.
 */
public final class AutomaticAnalyze implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutomaticAnalyze.class);

  /** User of the sessions, whom {@code pg_stat_activity} shows. */
  private static final String USER = "autovacuum";

  private final Database database;
  private final Limits limits;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Cancellation cancellation = Cancellation.withoutDeadline();
  private final Thread thread;

  /**
   * Limits of changes.
   *
   * @param changedRowsMin rows whose change is not enough
   * @param scaleFactor part of the rows of a table whose change is not enough, in addition
   * @param interval time between two inspections of all tables
   */
  public record Limits(long changedRowsMin, double scaleFactor, Duration interval) {
    /** PostgreSQL's defaults. */
    public static final Limits DEFAULT = new Limits(50, 0.1, Duration.ofMinutes(1));

    public Limits {
      requireNonNull(interval, "interval is null");
      if (changedRowsMin < 0 || !(scaleFactor >= 0) || !interval.isPositive()) {
        throw new IllegalArgumentException(
            "limits out of range: changedRowsMin=%d scaleFactor=%s interval=%s"
                .formatted(changedRowsMin, scaleFactor, interval));
      }
    }
  }

  private AutomaticAnalyze(Database database, Limits limits) {
    this.database = requireNonNull(database, "database is null");
    this.limits = requireNonNull(limits, "limits is null");
    this.thread = Thread.ofPlatform().daemon().name("colonnade-analyze").unstarted(this::run);
  }

  /** Starts the task. The caller closes it before the database. */
  public static AutomaticAnalyze start(Database database, Limits limits) {
    AutomaticAnalyze started = new AutomaticAnalyze(database, limits);
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

  private void analyzeChangedTables() {
    CatalogSnapshot catalog = database.catalog().snapshot();
    for (Table table : catalog.tables()) {
      if (closed.getCount() == 0 || !database.acceptsWrites()) {
        return;
      }
      SchemaEntry schema = catalog.findSchema(table.objectName().schemaId());
      DatabaseEntry home = schema == null ? null : catalog.findDatabase(schema.databaseId());
      if (schema != null && home != null && !schema.isTemporary() && isChanged(table)) {
        analyze(table, schema, home);
      }
    }
  }

  /**
   * Returns whether many rows have changed since the last analysis. Changes count before they are
   * visible, and those of before a restart do not; then the number of rows shows that there were
   * others.
   */
  private boolean isChanged(Table table) {
    EngineTableMetrics metrics = database.context().tableMetrics();
    TableStatistics statistics = metrics.statistics(table);
    long rows = metrics.rowCount(table);
    long difference = Math.abs(rows - (statistics == null ? 0 : statistics.rowCount()));
    long changedRows = Math.max(metrics.analyses(table).changedRows(), difference);
    return changedRows > limits.changedRowsMin() + limits.scaleFactor() * rows;
  }

  private void analyze(Table table, SchemaEntry schema, DatabaseEntry home) {
    String name = Identifiers.quote(schema.name()) + "." + Identifiers.quote(table.name());
    try (Session session = database.session(USER, home.name())) {
      TableAnalyses.automatically(
          () -> {
            session.sql().execute("ANALYZE " + name, cancellation).close();
            return name;
          });
    } catch (Exception e) {
      // The table may have been dropped, the disk may be full: the next inspection tries again.
      LOG.atWarn().setCause(e).log("table is not analyzed: name={}", name);
    }
  }

  /** Returns whether the thread runs; visible to tests. */
  boolean isRunning() {
    return thread.isAlive();
  }

  /** Cancels a running analysis and waits for the end of the thread. Idempotent. */
  @Override
  public void close() {
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
