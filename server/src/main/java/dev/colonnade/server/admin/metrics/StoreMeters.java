package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import dev.colonnade.storage.StorageStatistics;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Meters of the store. */
final class StoreMeters {
  private static final double MICROS_PER_SECOND = 1e6;

  private StoreMeters() {}

  static void register(MeterRegistry registry, Supplier<StorageStatistics> statistics) {
    PolledMeters<Supplier<StorageStatistics>> reading = PolledMeters.of(registry, statistics);
    cache(reading);
    writes(reading);
    background(reading);
    disk(reading);
    for (Space space : Space.values()) {
      space(reading.tag("space", space.name().toLowerCase(Locale.ROOT)), space);
    }
  }

  private static void cache(PolledMeters<Supplier<StorageStatistics>> reading) {
    reading
        .counter("colonnade.store.cache.hits", "Block cache hits", of(s -> s.cache().hits()))
        .counter("colonnade.store.cache.misses", "Block cache misses", of(s -> s.cache().misses()))
        .gauge(
            "colonnade.store.cache.used.bytes",
            "Bytes in the block cache",
            of(s -> s.cache().usedBytes()))
        .gauge(
            "colonnade.store.cache.pinned.bytes",
            "Bytes pinned in the block cache",
            of(s -> s.cache().pinnedBytes()))
        .gauge(
            "colonnade.store.cache.limit.bytes",
            "Capacity of the block cache",
            of(s -> s.cache().capacityBytes()));
  }

  private static void writes(PolledMeters<Supplier<StorageStatistics>> reading) {
    reading
        .counter("colonnade.store.batches", "Batches written", of(s -> s.writes().batches()))
        .counter(
            "colonnade.store.batch.bytes",
            "Bytes of batches written",
            of(s -> s.writes().batchBytes()))
        .counter(
            "colonnade.store.wal.bytes",
            "Bytes written to the write-ahead log",
            of(s -> s.writes().walBytes()))
        .counter(
            "colonnade.store.wal.syncs",
            "Syncs of the write-ahead log",
            of(s -> s.writes().walSyncs()))
        .counter(
            "colonnade.store.stall.seconds",
            "Time that writers were stalled",
            source -> source.get().store().writes().stallMicros() / MICROS_PER_SECOND);
  }

  private static void background(PolledMeters<Supplier<StorageStatistics>> reading) {
    reading
        .gauge(
            "colonnade.store.flushes.running",
            "Memtable flushes in progress",
            of(s -> s.background().flushesRunning()))
        .gauge(
            "colonnade.store.compactions.running",
            "Compactions in progress",
            of(s -> s.background().compactionsRunning()))
        .gauge(
            "colonnade.store.compaction.pending.bytes",
            "Bytes that wait for compaction",
            of(s -> s.background().compactionPendingBytes()))
        .counter(
            "colonnade.store.background.errors",
            "Background errors",
            of(s -> s.background().errors()))
        .gauge(
            "colonnade.store.writes.stopped",
            "1 while all writes are stopped, else 0",
            of(s -> s.background().writesStopped() ? 1 : 0));
  }

  private static void disk(PolledMeters<Supplier<StorageStatistics>> reading) {
    reading
        .gauge(
            "colonnade.disk.free.bytes",
            "Free bytes on the disk of the store, beside the reserve",
            source -> source.get().disk().freeBytes())
        .gauge(
            "colonnade.disk.reserved.bytes",
            "Bytes of the reserve; 0 while it is released",
            source -> source.get().disk().reservedBytes())
        .gauge(
            "colonnade.disk.full",
            "1 while no rows are written because the disk is full, else 0",
            source -> source.get().disk().isLow() ? 1 : 0);
  }

  private static void space(PolledMeters<Supplier<StorageStatistics>> reading, Space space) {
    reading
        .gauge("colonnade.store.table.bytes", "Size of table files", of(space, b -> b.tableBytes()))
        .gauge(
            "colonnade.store.table.files", "Number of table files", of(space, b -> b.tableFiles()))
        .gauge(
            "colonnade.store.memtable.bytes",
            "Bytes in memtables",
            of(space, b -> b.memtableBytes()))
        .gauge(
            "colonnade.store.keys.estimate",
            "Estimated number of keys",
            of(space, b -> b.keysEstimate()))
        .gauge(
            "colonnade.store.reader.bytes",
            "Filters and indexes outside of the block cache",
            of(space, b -> b.openReaderBytes()));
  }

  private static ToDoubleFunction<Supplier<StorageStatistics>> of(
      ToLongFunction<StoreStatistics> value) {
    return source -> value.applyAsLong(source.get().store());
  }

  private static ToDoubleFunction<Supplier<StorageStatistics>> of(
      Space space, ToLongFunction<StoreStatistics.SpaceBytes> value) {
    return source ->
        value.applyAsLong(
            requireNonNull(source.get().store().spaces().get(space), "space is missing"));
  }
}
