package dev.colonnade.server.admin.metrics;

import dev.colonnade.archive.ArchiveStatus;
import dev.colonnade.storage.StorageStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Meters of the archive; registered only if there is one. */
final class ArchiveMeters {
  private static final double NANOS_PER_SECOND = 1e9;

  private ArchiveMeters() {}

  static void register(MeterRegistry registry, Supplier<StorageStatistics> statistics) {
    if (statistics.get().archive() == null) {
      return;
    }
    PolledMeters.of(registry, statistics)
        .gauge(
            "colonnade.archive.writing",
            "1 if changes are written to the archive, 0 after a failure",
            of(status -> status.isWriting() ? 1 : 0))
        .gauge(
            "colonnade.archive.lag.seconds",
            "Age of the oldest change that is not durable in the archive",
            reading -> of(ArchiveStatus::unsyncedNanos).applyAsDouble(reading) / NANOS_PER_SECOND)
        .gauge(
            "colonnade.archive.lag.groups",
            "Groups of changes that are not durable in the archive",
            of(status -> status.lastNumber() - status.syncedNumber()))
        .counter(
            "colonnade.archive.groups",
            "Groups of changes written to the archive",
            of(ArchiveStatus::groupCount))
        .counter(
            "colonnade.archive.bytes", "Bytes written to the archive", of(ArchiveStatus::byteCount))
        .counter(
            "colonnade.archive.segments",
            "Completed segments of the archive",
            of(status -> status.completed().count()))
        .counter(
            "colonnade.archive.failures",
            "Failures of the archive",
            of(status -> status.failed().count()));
  }

  private static ToDoubleFunction<Supplier<StorageStatistics>> of(
      ToLongFunction<ArchiveStatus> value) {
    return statistics -> {
      ArchiveStatus status = statistics.get().archive();
      return status == null ? 0 : value.applyAsLong(status);
    };
  }
}
