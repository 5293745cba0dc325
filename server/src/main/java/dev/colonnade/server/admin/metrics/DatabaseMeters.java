package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.DatabaseStatistics;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitStatistics;
import dev.colonnade.range.RangeStatistics;
import dev.colonnade.scan.cache.ColumnCacheStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Measures the database. Its figures are taken once for a page and shared by all meters, so that
 * they belong together, and so that making a page costs the store little.
 */
final class DatabaseMeters {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String USER = "metrics";

  private final Database database;
  private final PhysicalClock clock;
  private final SplitMeters splits;

  /** Replaced when a page is made; any thread reads. */
  private volatile DatabaseStatistics latest;

  DatabaseMeters(MeterRegistry registry, Database database, PhysicalClock clock) {
    this.database = requireNonNull(database, "database is null");
    this.clock = requireNonNull(clock, "clock is null");
    latest = database.statistics();
    Reading<DatabaseMeters> reading = Reading.of(registry, this);
    commits(reading);
    data(reading);
    columnCache(reading);
    TransactionMeters.register(registry, this);
    StoreMeters.register(registry, this);
    splits = new SplitMeters(registry, database.splits());
  }

  /** Takes new figures; the old ones stay when the database is being closed. */
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

  DatabaseStatistics latest() {
    return latest;
  }

  private static void commits(Reading<DatabaseMeters> reading) {
    reading
        .counter("colonnade.commits", "Batches committed", commit(CommitStatistics::commits))
        .counter("colonnade.commit.groups", "Groups written", commit(CommitStatistics::groups))
        .counter("colonnade.commit.bytes", "Bytes of groups", commit(CommitStatistics::bytes))
        .counter(
            "colonnade.commit.write.seconds",
            "Time spent on making groups durable",
            meters -> meters.latest.commits().writeNanos() / NANOS_PER_SECOND)
        .counter(
            "colonnade.commit.rereads",
            "Keys read again, because they may have changed",
            commit(CommitStatistics::rereads))
        .counter(
            "colonnade.commits.rejected",
            "Batches refused, most of them by conflicts",
            commit(CommitStatistics::rejected))
        .counter(
            "colonnade.commit.groups.failed",
            "Groups whose write failed",
            commit(CommitStatistics::failedGroups))
        .gauge(
            "colonnade.published.age.seconds",
            "Time since the newest commit",
            DatabaseMeters::publishedAgeSeconds);
  }

  private static void data(Reading<DatabaseMeters> reading) {
    reading
        .gauge("colonnade.ranges", "Ranges", meters -> meters.latest.rangeCount())
        .gauge("colonnade.live.rows", "Rows", data(RangeStatistics::liveRows))
        .gauge("colonnade.live.bytes", "Bytes of keys and values", data(RangeStatistics::liveBytes))
        .gauge(
            "colonnade.history.versions",
            "Superseded versions kept",
            data(RangeStatistics::historyVersions))
        .gauge("colonnade.history.bytes", "Bytes of those", data(RangeStatistics::historyBytes))
        .gauge("colonnade.tombstones", "Deleted keys kept", data(RangeStatistics::tombstones))
        .counter(
            "colonnade.collected.versions",
            "Superseded versions removed",
            meters -> meters.latest.collected().versions())
        .counter(
            "colonnade.collected.bytes",
            "Bytes of those",
            meters -> meters.latest.collected().bytes());
  }

  private static void columnCache(Reading<DatabaseMeters> reading) {
    reading
        .counter(
            "colonnade.column.cache.hits",
            "Blocks that pages were filled from",
            cache(ColumnCacheStatistics::hits))
        .counter(
            "colonnade.column.cache.misses",
            "Times that a block was not there",
            cache(ColumnCacheStatistics::misses))
        .counter("colonnade.column.cache.loads", "Loads", cache(ColumnCacheStatistics::loads))
        .counter(
            "colonnade.column.cache.refusals",
            "Loads for which there was no room",
            cache(ColumnCacheStatistics::refusals))
        .counter(
            "colonnade.column.cache.evictions",
            "Blocks that made room",
            cache(ColumnCacheStatistics::evictions))
        .counter(
            "colonnade.column.cache.invalidations",
            "Blocks of which rows were changed",
            cache(ColumnCacheStatistics::invalidations))
        .gauge("colonnade.column.cache.blocks", "Blocks", cache(ColumnCacheStatistics::blocks))
        .gauge("colonnade.column.cache.bytes", "In use", cache(ColumnCacheStatistics::bytes))
        .gauge(
            "colonnade.column.cache.limit.bytes",
            "At most",
            cache(ColumnCacheStatistics::bytesMax));
  }

  private static ToDoubleFunction<DatabaseMeters> cache(
      ToLongFunction<ColumnCacheStatistics> figure) {
    return meters -> figure.applyAsLong(meters.latest.columnCache());
  }

  /** 0 in a store that holds no commit. */
  private double publishedAgeSeconds() {
    try (Session session = database.session(USER)) {
      long latest = session.latestTimestamp();
      return latest == 0 ? 0 : Math.max(0, clock.epochNanos() - latest) / NANOS_PER_SECOND;
    }
  }

  private static ToDoubleFunction<DatabaseMeters> commit(ToLongFunction<CommitStatistics> figure) {
    return meters -> figure.applyAsLong(meters.latest.commits());
  }

  private static ToDoubleFunction<DatabaseMeters> data(ToLongFunction<RangeStatistics> figure) {
    return meters -> figure.applyAsLong(meters.latest.data());
  }
}
