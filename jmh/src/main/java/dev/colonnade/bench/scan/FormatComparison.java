package dev.colonnade.bench.scan;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.protocol.result.ScanFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Comparison of the scan formats for scans of 1, 2, 4, 8 and 16 columns. */
final class FormatComparison {
  /** Columns in the order in which wider scans add them. */
  private static final List<String> COLUMNS =
      List.of(
          "l_extendedprice",
          "l_discount",
          "l_quantity",
          "l_shipdate",
          "l_orderkey",
          "l_linenumber",
          "l_returnflag",
          "l_tax",
          "l_partkey",
          "l_suppkey",
          "l_linestatus",
          "l_commitdate",
          "l_receiptdate",
          "l_shipinstruct",
          "l_shipmode",
          "l_comment");

  private static final int[] WIDTHS = {1, 2, 4, 8, 16};

  private final ScanSeries series;
  private final MeasurementLog log;

  FormatComparison(ScanSeries series, MeasurementLog log) {
    this.series = series;
    this.log = log;
  }

  /** Returns the first {@code count} columns. */
  static String[] columns(int count) {
    return COLUMNS.subList(0, count).toArray(String[]::new);
  }

  void measure() {
    for (int width : WIDTHS) {
      log.phase("scanning " + width + " of 16 columns in every format");
      List<NamedScan> shapes = new ArrayList<>();
      for (ScanFormat format : ScanFormat.values()) {
        shapes.add(
            new NamedScan(
                name(width, format),
                table -> table.newScan().columns(columns(width)).format(format)));
      }
      compare(width, series.measure(shapes));
    }
  }

  private void compare(int width, Map<String, ScanMeasurement> measured) {
    measured.forEach((name, scan) -> scan.log(name, log));
    double columns = rate(measured, width, ScanFormat.COL_BATCH);
    double pairs = rate(measured, width, ScanFormat.KEY_VALUES);
    double auto = rate(measured, width, ScanFormat.AUTO);
    String prefix = "scan.columns" + width;
    log.add(prefix + ".col_batch_to_key_values", columns / pairs, MeasurementLog.RATIO);
    log.add(prefix + ".auto_to_best", auto / Math.max(columns, pairs), MeasurementLog.RATIO);
  }

  private static double rate(Map<String, ScanMeasurement> measured, int width, ScanFormat format) {
    ScanMeasurement found = measured.get(name(width, format));
    if (found == null) {
      throw new IllegalStateException(
          "scan was not measured: width=" + width + " format=" + format);
    }
    return found.rowsPerSecond();
  }

  private static String name(int width, ScanFormat format) {
    return "columns" + width + "." + format.name().toLowerCase(Locale.ROOT);
  }
}
