package dev.colonnade.bench.analytics;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.bench.tpch.query.ComparableResult;
import dev.colonnade.bench.tpch.query.TpchQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rounds of all queries. The result of a query's first execution is the expected one of all later
 * executions, also by other databases. One thread.
 */
final class AnalyticsRounds {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String MILLIS = "ms";

  private final List<TpchQuery> queries;
  private final MeasurementLog log;
  private final Map<TpchQuery, ComparableResult> expected = new HashMap<>();
  private final List<String> differences = new ArrayList<>();

  AnalyticsRounds(List<TpchQuery> queries, MeasurementLog log) {
    this.queries = List.copyOf(queries);
    this.log = log;
  }

  /** Executes all queries without measuring them. */
  void warmUp(AnalyticalDatabase database) throws IOException {
    round(database, "warm-up", new LinkedHashMap<>());
  }

  /**
   * Measures all queries; the median of the rounds counts. Several databases execute rounds in
   * turns.
   *
   * @param labels databases by the names of their measurements, such as {@code warm}
   * @return sums over the queries of TPC-H in milliseconds by the same names
   */
  Map<String, Double> measure(Map<String, AnalyticalDatabase> labels, int rounds)
      throws IOException {
    Map<String, Map<TpchQuery, List<Double>>> times = new LinkedHashMap<>();
    for (int i = 1; i <= rounds; i++) {
      for (Map.Entry<String, AnalyticalDatabase> each : labels.entrySet()) {
        String label = each.getKey();
        log.phase("%s: round %d of %d".formatted(label, i, rounds));
        round(each.getValue(), label, times.computeIfAbsent(label, _ -> new LinkedHashMap<>()));
      }
    }
    Map<String, Double> sums = new LinkedHashMap<>();
    times.forEach((label, millis) -> sums.put(label, add(label, millis)));
    return sums;
  }

  private void round(AnalyticalDatabase database, String label, Map<TpchQuery, List<Double>> times)
      throws IOException {
    for (TpchQuery query : queries) {
      long start = System.nanoTime();
      ComparableResult result = database.execute(query.sql());
      double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
      times.computeIfAbsent(query, _ -> new ArrayList<>()).add(millis);
      ComparableResult first = expected.putIfAbsent(query, result);
      if (first != null && !first.matches(result)) {
        differences.add("%s: %s of %s".formatted(label, query.name(), database.name()));
      }
    }
  }

  private double add(String label, Map<TpchQuery, List<Double>> times) {
    double sum = 0;
    for (Map.Entry<TpchQuery, List<Double>> each : times.entrySet()) {
      double median =
          Statistics.median(each.getValue().stream().mapToDouble(Double::doubleValue).toArray());
      log.add("analytics." + each.getKey().name() + "." + label, median, MILLIS);
      sum += each.getKey().isTpchQuery() ? median : 0;
    }
    log.add("analytics.sum." + label, sum, MILLIS);
    return sum;
  }

  /** Returns the results of first executions. */
  Map<TpchQuery, ComparableResult> results() {
    return Map.copyOf(expected);
  }

  /** Returns descriptions of executions whose result was not that of the first execution. */
  List<String> differences() {
    return List.copyOf(differences);
  }
}
