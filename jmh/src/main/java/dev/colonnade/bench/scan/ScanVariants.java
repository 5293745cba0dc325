package dev.colonnade.bench.scan;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.tpch.Q6;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ScanFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Scans in reverse, with a filter, with compression, and of several ranges in parallel. */
final class ScanVariants {
  /** Number of ranges that lineitem is split into for the parallel scans. */
  static final int RANGE_COUNT = 4;

  private static final int WIDTH = 4;

  private final ScanSeries series;
  private final MeasurementLog log;

  ScanVariants(ScanSeries series, MeasurementLog log) {
    this.series = series;
    this.log = log;
  }

  void measure() {
    log.phase("scanning in reverse, filtered, compressed");
    List<NamedScan> shapes = new ArrayList<>();
    for (ScanFormat format : List.of(ScanFormat.COL_BATCH, ScanFormat.KEY_VALUES)) {
      shapes.add(shape("reverse", format, table -> narrow(table).reverse()));
      shapes.add(shape("filter_q6", format, ScanVariants::q6));
    }
    for (Compression compression : List.of(Compression.LZ4, Compression.ZSTD)) {
      String name = compression.name().toLowerCase(Locale.ROOT);
      shapes.add(
          shape(name, ScanFormat.COL_BATCH, table -> narrow(table).compression(compression)));
      shapes.add(
          shape(
              "columns16." + name,
              ScanFormat.COL_BATCH,
              table -> table.newScan().compression(compression)));
    }
    series.measure(shapes).forEach((name, scan) -> scan.log(name, log));

    log.phase("scanning " + RANGE_COUNT + " ranges, in order and in parallel");
    split();
    List<NamedScan> overRanges = new ArrayList<>();
    for (ScanFormat format : List.of(ScanFormat.COL_BATCH, ScanFormat.KEY_VALUES)) {
      overRanges.add(shape("ranges.ordered", format, ScanVariants::narrow));
      overRanges.add(shape("ranges.unordered", format, table -> narrow(table).unordered()));
    }
    series.measure(overRanges).forEach((name, scan) -> scan.log(name, log));
  }

  private static NamedScan shape(
      String name, ScanFormat format, Function<ClientTable, ScanBuilder> builder) {
    return new NamedScan(
        name + "." + format.name().toLowerCase(Locale.ROOT),
        table -> builder.apply(table).format(format));
  }

  private static ScanBuilder narrow(ClientTable table) {
    return table.newScan().columns(FormatComparison.columns(WIDTH));
  }

  private static ScanBuilder q6(ClientTable table) {
    return table.newScan().columns("l_extendedprice", "l_discount").where(Q6.filter(table));
  }

  /** Splits lineitem at equal distances between its first and last key. */
  private void split() {
    ClientTable table = series.lineItem();
    long last = LineItemKeys.last(series.client(), table);
    KeyBatch keys = table.newKeys(1);
    for (int i = 1; i < RANGE_COUNT; i++) {
      keys.add().putLong(last * i / RANGE_COUNT).end();
    }
    if (series.client().ranges(table.name()).size() < RANGE_COUNT) {
      series.client().splitAt(table, keys);
    }
  }
}
