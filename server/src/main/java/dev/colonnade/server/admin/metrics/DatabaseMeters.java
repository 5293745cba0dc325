package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.session.TableAnalyses;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitStatistics;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.scan.cache.ColumnCacheStatistics;
import dev.colonnade.storage.StorageStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Meters of the database. One snapshot of its statistics is read for each scrape and shared by all
 * meters, so that the values are consistent and a scrape costs the store little.
 */
final class DatabaseMeters {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String USER = "metrics";

  private final Database database;
  private final PhysicalClock clock;
  private final SplitMeters splits;

  /** Statistics of the last scrape; read by any thread. */
  private volatile StorageStatistics latest;

  DatabaseMeters(MeterRegistry registry, Database database, PhysicalClock clock) {
    this.database = requireNonNull(database, "database is null");
    this.clock = requireNonNull(clock, "clock is null");
    latest = database.statistics();
    PolledMeters<DatabaseMeters> reading = PolledMeters.of(registry, this);
    commits(reading);
    data(reading);
    columnCache(reading);
    planCache(reading);
    analyses(reading);
    TransactionMeters.register(registry, this::latest);
    StoreMeters.register(registry, this::latest);
    ArchiveMeters.register(registry, this::latest);
    splits = new SplitMeters(registry, database.splits());
  }

  /** Reads new statistics; the old ones remain if the database is being closed. */
  void refresh() {
    try {
      latest = database.statistics();
      splits.refresh();
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.SHUTTING_DOWN) {
        throw e;
      }
    }
  }

  private StorageStatistics latest() {
    return latest;
  }

  private static void commits(PolledMeters<DatabaseMeters> reading) {
    reading
        .counter("colonnade.commits", "Committed batches", commit(CommitStatistics::commits))
        .counter(
            "colonnade.commit.groups", "Commit groups written", commit(CommitStatistics::groups))
        .counter(
            "colonnade.commit.bytes", "Bytes of commit groups", commit(CommitStatistics::bytes))
        .counter(
            "colonnade.commit.write.seconds",
            "Time spent writing commit groups and making them durable",
            meters -> meters.latest.commits().writeNanos() / NANOS_PER_SECOND)
        .counter(
            "colonnade.commit.rereads",
            "Keys read again at commit because they may have changed",
            commit(CommitStatistics::rereads))
        .counter(
            "colonnade.commits.rejected",
            "Rejected batches, most of them because of conflicts",
            commit(CommitStatistics::rejected))
        .counter(
            "colonnade.commit.groups.failed",
            "Commit groups whose write failed",
            commit(CommitStatistics::failedGroups))
        .gauge(
            "colonnade.published.age.seconds",
            "Time since the latest commit",
            DatabaseMeters::publishedAgeSeconds);
  }

  private static void data(PolledMeters<DatabaseMeters> reading) {
    reading
        .gauge("colonnade.ranges", "Ranges", meters -> meters.latest.rangeCount())
        .gauge("colonnade.live.rows", "Live rows", data(RangeStatistics::liveRows))
        .gauge(
            "colonnade.live.bytes",
            "Bytes of live keys and values",
            data(RangeStatistics::liveBytes))
        .gauge(
            "colonnade.history.versions",
            "Retained superseded versions",
            data(RangeStatistics::historyVersions))
        .gauge(
            "colonnade.history.bytes",
            "Bytes of retained superseded versions",
            data(RangeStatistics::historyBytes))
        .gauge("colonnade.tombstones", "Retained tombstones", data(RangeStatistics::tombstones))
        .counter(
            "colonnade.collected.versions",
            "Superseded versions removed by garbage collection",
            meters -> meters.latest.collected().versions())
        .counter(
            "colonnade.collected.bytes",
            "Bytes removed by garbage collection",
            meters -> meters.latest.collected().bytes());
  }

  private static void planCache(PolledMeters<DatabaseMeters> reading) {
    reading
        .counter(
            "colonnade.plan.cache.hits",
            "Statements whose plan was in the cache",
            meters -> meters.database.planCache().hits())
        .counter(
            "colonnade.plan.cache.misses",
            "Statements that were planned",
            meters -> meters.database.planCache().misses())
        .counter(
            "colonnade.plan.cache.refusals",
            "Shapes of statements whose plans depend on their literals",
            meters -> meters.database.planCache().refusals());
  }

  private static void analyses(PolledMeters<DatabaseMeters> reading) {
    reading
        .counter(
            "colonnade.automatic.analyses",
            "Tables analyzed because many of their rows had changed",
            meters -> meters.analyses().automaticCount())
        .counter(
            "colonnade.automatic.analyses.failed",
            "Automatic analyses of tables that failed",
            meters -> meters.analyses().automaticFailures())
        .counter(
            "colonnade.automatic.analyses.seconds",
            "Time of automatic analyses of tables",
            meters -> meters.analyses().automaticNanos() / NANOS_PER_SECOND);
  }

  private TableAnalyses analyses() {
    return database.context().tableMetrics().analyses();
  }

  private static void columnCache(PolledMeters<DatabaseMeters> reading) {
    reading
        .counter(
            "colonnade.column.cache.hits",
            "Lookups that found a block in the column cache",
            cache(ColumnCacheStatistics::hits))
        .counter(
            "colonnade.column.cache.misses",
            "Lookups that found no block in the column cache",
            cache(ColumnCacheStatistics::misses))
        .counter(
            "colonnade.column.cache.loads",
            "Blocks loaded into the column cache",
            cache(ColumnCacheStatistics::loads))
        .counter(
            "colonnade.column.cache.refusals",
            "Loads rejected because the column cache was full",
            cache(ColumnCacheStatistics::refusals))
        .counter(
            "colonnade.column.cache.evictions",
            "Blocks evicted from the column cache",
            cache(ColumnCacheStatistics::evictions))
        .counter(
            "colonnade.column.cache.invalidations",
            "Blocks invalidated by changes of their rows",
            cache(ColumnCacheStatistics::invalidations))
        .gauge(
            "colonnade.column.cache.blocks",
            "Blocks in the column cache",
            cache(ColumnCacheStatistics::blocks))
        .gauge(
            "colonnade.column.cache.bytes",
            "Bytes in the column cache",
            cache(ColumnCacheStatistics::bytes))
        .gauge(
            "colonnade.column.cache.limit.bytes",
            "Capacity of the column cache",
            cache(ColumnCacheStatistics::bytesMax))
        .counter(
            "colonnade.column.segment.reads",
            "Blocks, or some of their columns, read from segments on disk",
            cache(ColumnCacheStatistics::segmentReads))
        .gauge(
            "colonnade.column.segment.bytes",
            "Bytes of the files of column segments",
            cache(ColumnCacheStatistics::segmentBytes));
  }

  private static ToDoubleFunction<DatabaseMeters> cache(
      ToLongFunction<ColumnCacheStatistics> value) {
    return meters -> value.applyAsLong(meters.latest.columnCache());
  }

  /** Returns the time since the latest commit, in seconds; 0 in a store without commits. */
  private double publishedAgeSeconds() {
    try (Session session = database.session(USER)) {
      long latest = session.latestTimestamp();
      return latest == 0 ? 0 : Math.max(0, clock.epochNanos() - latest) / NANOS_PER_SECOND;
    }
  }

  private static ToDoubleFunction<DatabaseMeters> commit(ToLongFunction<CommitStatistics> value) {
    return meters -> value.applyAsLong(meters.latest.commits());
  }

  private static ToDoubleFunction<DatabaseMeters> data(ToLongFunction<RangeStatistics> value) {
    return meters -> value.applyAsLong(meters.latest.data());
  }
}
