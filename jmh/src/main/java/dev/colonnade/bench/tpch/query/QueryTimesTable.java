package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Table of query times beside the times that another system published for its change to columnar
 * scans (cockroachdb/cockroach, pull request 94438; seconds before and after).
 */
final class QueryTimesTable {
  private static final Map<String, double[]> PUBLISHED =
      Map.ofEntries(
          Map.entry("q01", new double[] {11.47, 8.84}),
          Map.entry("q02", new double[] {0.41, 0.29}),
          Map.entry("q03", new double[] {7.89, 9.68}),
          Map.entry("q04", new double[] {4.48, 4.52}),
          Map.entry("q05", new double[] {10.39, 10.35}),
          Map.entry("q06", new double[] {33.57, 33.41}),
          Map.entry("q07", new double[] {23.82, 23.81}),
          Map.entry("q08", new double[] {3.78, 3.76}),
          Map.entry("q09", new double[] {28.15, 28.03}),
          Map.entry("q10", new double[] {5.00, 4.98}),
          Map.entry("q11", new double[] {2.44, 2.44}),
          Map.entry("q12", new double[] {34.78, 34.65}),
          Map.entry("q13", new double[] {3.20, 2.94}),
          Map.entry("q14", new double[] {3.13, 3.21}),
          Map.entry("q15", new double[] {16.80, 16.73}),
          Map.entry("q16", new double[] {1.60, 1.65}),
          Map.entry("q17", new double[] {0.85, 0.96}),
          Map.entry("q18", new double[] {16.39, 15.47}),
          Map.entry("q19", new double[] {13.76, 13.01}),
          Map.entry("q20", new double[] {55.33, 55.12}),
          Map.entry("q21", new double[] {24.31, 24.31}),
          Map.entry("q22", new double[] {1.28, 1.41}));

  private final List<QueryMeasurement> measured;

  QueryTimesTable(List<QueryMeasurement> measured) {
    this.measured = List.copyOf(measured);
  }

  TextTable toTextTable() {
    boolean hasPeer = measured.stream().anyMatch(measurement -> measurement.peer().isPresent());
    TextTable table =
        new TextTable()
            .text("query")
            .number("off, ms")
            .number("on, ms")
            .number("change")
            .number("published before")
            .number("after")
            .number("change")
            .number(hasPeer ? "peer, ms" : "")
            .text("");
    measured.forEach(measurement -> table.row(row(measurement)));
    return table;
  }

  private static String[] row(QueryMeasurement measurement) {
    double[] published = PUBLISHED.getOrDefault(measurement.query().name(), new double[0]);
    boolean isPublished = published.length > 0;
    return new String[] {
      measurement.query().name(),
      millis(measurement.off()),
      millis(measurement.on()),
      change(measurement.off(), measurement.on()),
      isPublished ? seconds(published[0]) : "",
      isPublished ? seconds(published[1]) : "",
      isPublished ? change(published[0], published[1]) : "",
      measurement.peer().isPresent() ? millis(measurement.peer().getAsDouble()) : "",
      measurement.agrees() ? "" : "results differ"
    };
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.2f s", value);
  }

  private static String change(double before, double after) {
    return String.format(Locale.ROOT, "%+.1f %%", (after / before - 1) * 100);
  }
}
