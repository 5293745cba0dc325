package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.split.RangeChange;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.SplitStatistics;
import dev.colonnade.split.pressure.PressureStatistics;
import dev.colonnade.split.queue.QueueStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Meters of range splits and merges. One snapshot of the statistics is read for each scrape. */
final class SplitMeters {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Failure reasons with their own series; all further reasons share one. */
  private static final List<ErrorCode> REASONS =
      List.of(ErrorCode.RANGE_UNSPLITTABLE, ErrorCode.RANGE_BUSY, ErrorCode.STORE_IO);

  private final SplitScheduler splits;

  /** Statistics of the last scrape; read by any thread. */
  private volatile SplitStatistics latest;

  SplitMeters(MeterRegistry registry, SplitScheduler splits) {
    this.splits = requireNonNull(splits, "splits is null");
    latest = splits.statistics();
    PolledMeters<SplitMeters> reading = PolledMeters.of(registry, this);
    ranges(reading);
    changes(reading);
    queue(reading);
    failures(reading);
    pressure(reading);
  }

  /** Reads new statistics. */
  void refresh() {
    latest = splits.statistics();
  }

  private static void ranges(PolledMeters<SplitMeters> reading) {
    reading
        .gauge(
            "colonnade.range.largest.bytes",
            "Size of the largest range",
            meters -> meters.latest.ranges().largestBytes())
        .gauge(
            "colonnade.range.largest.ratio",
            "Maximum ratio of a range's size to its limit",
            meters -> meters.latest.ranges().largestRatio());
  }

  private static void changes(PolledMeters<SplitMeters> reading) {
    for (RangeChange.Reason reason : RangeChange.Reason.values()) {
      reading
          .tag("reason", reason.name().toLowerCase(Locale.ROOT))
          .counter(
              "colonnade.range.changes",
              "Completed splits and merges",
              meters -> meters.latest.changes().getOrDefault(reason, 0L));
    }
    exclusive(reading, "p99", ExclusiveSectionHistogram.Times::p99Nanos);
    exclusive(reading, "max", ExclusiveSectionHistogram.Times::maxNanos);
  }

  private static void exclusive(
      PolledMeters<SplitMeters> reading,
      String statistic,
      ToLongFunction<ExclusiveSectionHistogram.Times> nanos) {
    reading
        .tag("statistic", statistic)
        .gauge(
            "colonnade.split.exclusive.seconds",
            "Time that a split or merge blocked all writers",
            meters -> nanos.applyAsLong(meters.latest.exclusive()) / NANOS_PER_SECOND);
  }

  private static void queue(PolledMeters<SplitMeters> reading) {
    reading
        .gauge(
            "colonnade.split.waiting", "Ranges in the split queue", queued(QueueStatistics::queued))
        .gauge(
            "colonnade.split.running",
            "Splits and merges in progress",
            queued(QueueStatistics::running))
        .gauge(
            "colonnade.split.purgatory",
            "Ranges whose split or merge failed and will be retried",
            queued(QueueStatistics::purgatory))
        .gauge(
            "colonnade.split.queue.age.seconds",
            "Age of the oldest entry of the split queue",
            meters -> meters.latest.queue().oldestNanos() / NANOS_PER_SECOND)
        .counter(
            "colonnade.split.succeeded",
            "Queue entries processed successfully",
            meters -> meters.latest.queue().counts().succeeded())
        .counter(
            "colonnade.split.dropped",
            "Queue entries dropped because the queue was full",
            meters -> meters.latest.queue().counts().dropped());
  }

  private static void failures(PolledMeters<SplitMeters> reading) {
    for (ErrorCode code : REASONS) {
      failures(reading, code.name(), meters -> meters.failed(code));
    }
    failures(
        reading,
        "other",
        meters ->
            meters.latest.queue().counts().failedTotal()
                - REASONS.stream().mapToLong(meters::failed).sum());
  }

  private static void failures(
      PolledMeters<SplitMeters> reading, String reason, ToDoubleFunction<SplitMeters> value) {
    reading
        .tag("reason", reason.toLowerCase(Locale.ROOT))
        .counter("colonnade.split.failed", "Queue entries that failed", value);
  }

  private static void pressure(PolledMeters<SplitMeters> reading) {
    reading
        .gauge(
            "colonnade.backpressure.waiting",
            "Writes waiting for a split",
            meters -> meters.latest.pressure().waiting())
        .counter(
            "colonnade.backpressure.delayed",
            "Writes delayed by backpressure",
            pressed(PressureStatistics::delayed))
        .counter(
            "colonnade.backpressure.waited",
            "Writes that waited for a split",
            pressed(PressureStatistics::waited))
        .counter(
            "colonnade.backpressure.seconds",
            "Time that writes were delayed or waited",
            meters -> meters.latest.pressure().waitedNanos() / NANOS_PER_SECOND)
        .counter(
            "colonnade.backpressure.refused",
            "Writes rejected because a range was full",
            pressed(PressureStatistics::refused));
  }

  private long failed(ErrorCode code) {
    return latest.queue().counts().failed().getOrDefault(code, 0L);
  }

  private static ToDoubleFunction<SplitMeters> queued(ToLongFunction<QueueStatistics> value) {
    return meters -> value.applyAsLong(meters.latest.queue());
  }

  private static ToDoubleFunction<SplitMeters> pressed(ToLongFunction<PressureStatistics> value) {
    return meters -> value.applyAsLong(meters.latest.pressure());
  }
}
