package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import dev.colonnade.store.Space;
import dev.colonnade.store.StoreStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Measures the store, as {@link DatabaseMeters} has its figures. */
final class StoreMeters {
  private static final double MICROS_PER_SECOND = 1e6;

  private StoreMeters() {}

  static void register(MeterRegistry registry, DatabaseMeters database) {
    Reading<DatabaseMeters> reading = Reading.of(registry, database);
    cache(reading);
    writes(reading);
    background(reading);
    for (Space space : Space.values()) {
      space(reading.tag("space", space.name().toLowerCase(Locale.ROOT)), space);
    }
  }

  private static void cache(Reading<DatabaseMeters> reading) {
    reading
        .counter("colonnade.store.cache.hits", "Blocks found", of(s -> s.cache().hits()))
        .counter("colonnade.store.cache.misses", "Blocks read", of(s -> s.cache().misses()))
        .gauge("colonnade.store.cache.used.bytes", "In the cache", of(s -> s.cache().usedBytes()))
        .gauge("colonnade.store.cache.pinned.bytes", "In use", of(s -> s.cache().pinnedBytes()))
        .gauge("colonnade.store.cache.limit.bytes", "At most", of(s -> s.cache().capacityBytes()));
  }

  private static void writes(Reading<DatabaseMeters> reading) {
    reading
        .counter("colonnade.store.batches", "Batches written", of(s -> s.writes().batches()))
        .counter("colonnade.store.batch.bytes", "Of those", of(s -> s.writes().batchBytes()))
        .counter("colonnade.store.wal.bytes", "Written to the log", of(s -> s.writes().walBytes()))
        .counter("colonnade.store.wal.syncs", "Flushes of the log", of(s -> s.writes().walSyncs()))
        .counter(
            "colonnade.store.stall.seconds",
            "Time that writers were held up",
            meters -> meters.latest().store().writes().stallMicros() / MICROS_PER_SECOND);
  }

  private static void background(Reading<DatabaseMeters> reading) {
    reading
        .gauge(
            "colonnade.store.flushes.running",
            "Flushes of memory to files going on",
            of(s -> s.background().flushesRunning()))
        .gauge(
            "colonnade.store.compactions.running",
            "Compactions going on",
            of(s -> s.background().compactionsRunning()))
        .gauge(
            "colonnade.store.compaction.pending.bytes",
            "What compaction is behind",
            of(s -> s.background().compactionPendingBytes()))
        .counter(
            "colonnade.store.background.errors",
            "Errors met in the background",
            of(s -> s.background().errors()))
        .gauge(
            "colonnade.store.writes.stopped",
            "1 while writers are held up altogether, else 0",
            of(s -> s.background().writesStopped() ? 1 : 0));
  }

  private static void space(Reading<DatabaseMeters> reading, Space space) {
    reading
        .gauge("colonnade.store.table.bytes", "Files", of(space, b -> b.tableBytes()))
        .gauge("colonnade.store.table.files", "Number of files", of(space, b -> b.tableFiles()))
        .gauge("colonnade.store.memtable.bytes", "Not in files", of(space, b -> b.memtableBytes()))
        .gauge("colonnade.store.keys.estimate", "About", of(space, b -> b.keysEstimate()))
        .gauge(
            "colonnade.store.reader.bytes",
            "Filters and indexes outside of the cache",
            of(space, b -> b.openReaderBytes()));
  }

  private static ToDoubleFunction<DatabaseMeters> of(ToLongFunction<StoreStatistics> figure) {
    return meters -> figure.applyAsLong(meters.latest().store());
  }

  private static ToDoubleFunction<DatabaseMeters> of(
      Space space, ToLongFunction<StoreStatistics.SpaceBytes> figure) {
    return meters ->
        figure.applyAsLong(
            requireNonNull(meters.latest().store().spaces().get(space), "space is missing"));
  }
}
