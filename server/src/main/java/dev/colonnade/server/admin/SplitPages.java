package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.server.admin.http.HttpQuery;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.split.RangeChange;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.SplitStatistics;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.pressure.PressureStatistics;
import dev.colonnade.split.queue.PendingWork;
import dev.colonnade.split.queue.QueueStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Page about the split scheduler: its queue, its statistics, and recent splits and merges. */
final class SplitPages {
  /** Maximum number of pending ranges that are listed, the most urgent first. */
  static final int PENDING_MAX = 1_000;

  private static final int PENDING_DEFAULT = 100;
  private static final int OK = 200;

  private final AdminView view;

  SplitPages(AdminView view) {
    this.view = requireNonNull(view, "view is null");
  }

  /** Returns the page with at most {@code ?limit=} ranges for which a split or merge is pending. */
  PageResponse splits(HttpQuery query) {
    int limit = query.count("limit", PENDING_DEFAULT, 0, PENDING_MAX);
    SplitScheduler splits = view.database().splits();
    return JsonResponses.answer(
        OK,
        json -> {
          SplitStatistics statistics = splits.statistics();
          writeCounts(json, statistics);
          writeQueue(json, statistics.queue(), splits);
          writeExclusive(json, statistics.exclusive());
          writePressure(json, statistics.pressure());
          writePending(json, splits.pending(), limit);
          writeRecent(json, splits.recentChanges());
        });
  }

  private static void writeCounts(JsonGenerator json, SplitStatistics statistics)
      throws IOException {
    json.writeNumberField("splits", statistics.splits());
    json.writeNumberField("merges", statistics.merges());
    json.writeObjectFieldStart("changes");
    for (RangeChange.Reason reason : RangeChange.Reason.values()) {
      json.writeNumberField(name(reason), statistics.changes().getOrDefault(reason, 0L));
    }
    json.writeEndObject();
    json.writeObjectFieldStart("ranges");
    json.writeNumberField("count", statistics.ranges().count());
    json.writeNumberField("largest_bytes", statistics.ranges().largestBytes());
    json.writeNumberField("largest_ratio", statistics.ranges().largestRatio());
    json.writeEndObject();
  }

  private static void writeQueue(JsonGenerator json, QueueStatistics queue, SplitScheduler splits)
      throws IOException {
    json.writeObjectFieldStart("queue");
    json.writeNumberField("concurrency", splits.queueOptions().concurrency());
    json.writeNumberField("waiting", queue.queued());
    json.writeNumberField("waiting_peak", queue.queuedPeak());
    json.writeNumberField("running", queue.running());
    json.writeNumberField("running_bytes", queue.runningBytes());
    json.writeNumberField("purgatory", queue.purgatory());
    json.writeNumberField("oldest_millis", TimeUnit.NANOSECONDS.toMillis(queue.oldestNanos()));
    QueueStatistics.Counts counts = queue.counts();
    json.writeNumberField("succeeded", counts.succeeded());
    json.writeNumberField("not_needed", counts.notNeeded());
    json.writeNumberField("repeated", counts.repeated());
    json.writeNumberField("dropped", counts.dropped());
    json.writeObjectFieldStart("failed");
    for (Map.Entry<ErrorCode, Long> failed : new TreeMap<>(counts.failed()).entrySet()) {
      json.writeNumberField(name(failed.getKey()), failed.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeExclusive(JsonGenerator json, ExclusiveSectionHistogram.Times times)
      throws IOException {
    json.writeObjectFieldStart("exclusive_sections");
    json.writeNumberField("count", times.count());
    json.writeNumberField("median_micros", TimeUnit.NANOSECONDS.toMicros(times.medianNanos()));
    json.writeNumberField("p99_micros", TimeUnit.NANOSECONDS.toMicros(times.p99Nanos()));
    json.writeNumberField("max_micros", TimeUnit.NANOSECONDS.toMicros(times.maxNanos()));
    json.writeEndObject();
  }

  private static void writePressure(JsonGenerator json, PressureStatistics pressure)
      throws IOException {
    json.writeObjectFieldStart("backpressure");
    json.writeNumberField("waiting", pressure.waiting());
    json.writeNumberField("delayed", pressure.delayed());
    json.writeNumberField("waited", pressure.waited());
    json.writeNumberField("waited_millis", TimeUnit.NANOSECONDS.toMillis(pressure.waitedNanos()));
    json.writeNumberField("refused", pressure.refused());
    json.writeNumberField("rows_too_large", pressure.rowsTooLarge());
    json.writeEndObject();
  }

  private static void writePending(
      JsonGenerator json, Map<RangeRef, PendingWork> pending, int limit) throws IOException {
    List<Map.Entry<RangeRef, PendingWork>> urgent = new ArrayList<>(pending.entrySet());
    urgent.sort(
        Comparator.comparingDouble(
            (Map.Entry<RangeRef, PendingWork> entry) -> -entry.getValue().priority()));
    json.writeNumberField("pending_count", pending.size());
    json.writeArrayFieldStart("pending");
    for (Map.Entry<RangeRef, PendingWork> entry :
        urgent.subList(0, Math.min(limit, urgent.size()))) {
      json.writeStartObject();
      json.writeNumberField("range", entry.getKey().id());
      json.writeStringField("start", entry.getKey().start().toString());
      PendingWorkJson.writeFields(json, entry.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes recent changes, the latest first. */
  private static void writeRecent(JsonGenerator json, List<RangeChange> changes)
      throws IOException {
    json.writeArrayFieldStart("recent");
    for (RangeChange change : changes.reversed()) {
      RangeDescriptor first = change.before().getFirst();
      json.writeStartObject();
      json.writeStringField("reason", name(change.reason()));
      json.writeNumberField("range", first.id());
      json.writeStringField("start", first.span().start().toString());
      json.writeNumberField("ranges_before", change.before().size());
      json.writeNumberField("ranges_after", change.after().size());
      json.writeNumberField("bytes", change.bytes());
      json.writeNumberField("largest_bytes", change.largestBytes());
      json.writeNumberField(
          "duration_micros", TimeUnit.NANOSECONDS.toMicros(change.durationNanos()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
