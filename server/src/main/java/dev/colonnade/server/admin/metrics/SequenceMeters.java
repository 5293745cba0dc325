package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.cache.CacheStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Meters of sequences. The first sequences up to a limit have their own series; all further ones,
 * and a sequence with the name of the shared series, share one series.
 */
final class SequenceMeters {
  /** Label of the series that sequences without their own series share. */
  static final String OTHER = "other";

  static final String LABEL = "sequence";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final CacheStatistics NONE = new CacheStatistics(0, 0, 0, 0, 0, 0, 0, 0);

  private final MeterRegistry registry;
  private final Database database;
  private final int sequencesMax;

  /** Series by the id of the sequence. Guarded by this. */
  private final Map<Long, Series> own = new HashMap<>();

  private final Series shared;

  SequenceMeters(MeterRegistry registry, Database database, int sequencesMax) {
    this.registry = requireNonNull(registry, "registry is null");
    this.database = requireNonNull(database, "database is null");
    this.sequencesMax = sequencesMax;
    this.shared = new Series(registry, OTHER);
  }

  /** Reads new statistics. */
  synchronized void refresh() {
    refresh(database.sequences().all());
  }

  private void refresh(List<Sequence> sequences) {
    Map<Long, String> present = new HashMap<>();
    sequences.forEach(sequence -> present.put(sequence.id(), sequence.name()));
    Set<Long> gone = new HashSet<>();
    own.forEach(
        (id, series) -> {
          if (!series.name.equals(present.get(id))) {
            series.remove(registry);
            gone.add(id);
          }
        });
    own.keySet().removeAll(gone);
    CacheStatistics rest = NONE;
    for (Sequence sequence : sequences) {
      String name = requireNonNull(present.get(sequence.id()), "name is null");
      Series series = own.get(sequence.id());
      if (series == null && own.size() < sequencesMax && !name.equals(OTHER)) {
        series = new Series(registry, name);
        own.put(sequence.id(), series);
      }
      if (series == null) {
        rest = sum(rest, sequence.statistics());
      } else {
        series.latest = sequence.statistics();
      }
    }
    shared.latest = rest;
  }

  private static CacheStatistics sum(CacheStatistics one, CacheStatistics other) {
    return new CacheStatistics(
        one.hits() + other.hits(),
        one.waits() + other.waits(),
        one.refills() + other.refills(),
        one.refillNanos() + other.refillNanos(),
        one.refillFailures() + other.refillFailures(),
        one.wasted() + other.wasted(),
        one.epochs() + other.epochs(),
        one.idle() + other.idle());
  }

  /** Time series of one sequence, or of all sequences without their own. */
  private static final class Series {
    private final String name;
    private final List<Meter> meters = new ArrayList<>();

    /** Statistics of the last scrape; read by any thread. */
    private volatile CacheStatistics latest = NONE;

    Series(MeterRegistry registry, String name) {
      this.name = name;
      counter(
          registry,
          "colonnade.sequence.hits",
          "Values served from the cache without waiting",
          it -> it.hits());
      counter(
          registry,
          "colonnade.sequence.waits",
          "Requests that waited for a refill",
          it -> it.waits());
      counter(
          registry,
          "colonnade.sequence.refills",
          "Refills: reservations of values",
          it -> it.refills());
      counter(
          registry,
          "colonnade.sequence.refill.seconds",
          "Time spent on refills",
          it -> it.refillNanos() / NANOS_PER_SECOND);
      counter(
          registry,
          "colonnade.sequence.refill.failures",
          "Failed refills",
          it -> it.refillFailures());
      counter(
          registry,
          "colonnade.sequence.wasted",
          "Values that were reserved and will never be allocated",
          it -> it.wasted());
      counter(
          registry,
          "colonnade.sequence.epochs",
          "Epoch changes, which invalidate reserved values",
          it -> it.epochs());
      meters.add(
          Gauge.builder("colonnade.sequence.reserved", this, it -> it.latest.idle())
              .description("Values reserved and not allocated yet")
              .tag(LABEL, name)
              .strongReference(true)
              .register(registry));
    }

    void remove(MeterRegistry registry) {
      meters.forEach(registry::remove);
    }

    private void counter(
        MeterRegistry registry,
        String meter,
        String description,
        ToDoubleFunction<CacheStatistics> value) {
      meters.add(
          FunctionCounter.builder(meter, this, it -> value.applyAsDouble(it.latest))
              .description(description)
              .tag(LABEL, name)
              .register(registry));
    }
  }
}
