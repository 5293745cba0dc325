package dev.colonnade.bench.start;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Durations of several starts by the names of their steps. Not thread-safe. */
final class StartTimes {
  private static final String MILLIS = "ms";
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<String, List<Duration>> durations = new LinkedHashMap<>();

  void add(String name, Duration duration) {
    durations.computeIfAbsent(name, _ -> new ArrayList<>()).add(duration);
  }

  /** Adds the median of each step to the log. */
  void log(MeasurementLog log) {
    durations.forEach((name, values) -> log.add("start." + name, medianMillis(values), MILLIS));
  }

  private static double medianMillis(List<Duration> values) {
    return Statistics.median(
        values.stream().mapToDouble(value -> value.toNanos() / NANOS_PER_MILLI).toArray());
  }
}
