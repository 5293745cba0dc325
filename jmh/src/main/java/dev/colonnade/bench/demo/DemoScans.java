package dev.colonnade.bench.demo;

import dev.colonnade.bench.MeasuredScan;
import dev.colonnade.bench.report.Figures;
import dev.colonnade.bench.report.TextTable;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.ScanBuilder;
import dev.colonnade.client.Table;
import dev.colonnade.protocol.scan.ScanFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Shows scans in columns, the same scans in raw key-values beside them, and what AUTO takes. */
final class DemoScans {
  /** Runs of each scan; the one in the middle is shown. */
  private static final int RUN_COUNT = 3;

  private final DemoContext context;
  private final Table lineItem;

  DemoScans(DemoContext context) {
    this.context = context;
    this.lineItem = context.client().table(TpchTable.LINEITEM.tableName());
  }

  /** Counts every table, by its first column. */
  void countTables() {
    for (TpchTable table : TpchTable.values()) {
      Table described = context.client().table(table.tableName());
      String firstColumn = described.description().current().columns().getFirst().name();
      ScanBuilder scan = described.newScan().columns(firstColumn);
      MeasuredScan counted = MeasuredScan.run(context.client(), scan, page -> {});
      context
          .checks()
          .equal(
              "rows of " + table.tableName(),
              context.truth().rowCounts().getOrDefault(table, 0L),
              counted.rowCount());
    }
  }

  void show() {
    TextTable table =
        new TextTable()
            .text("lineitem")
            .figure("rows")
            .figure("rows/s: columns")
            .figure("key-values")
            .figure("bytes: columns")
            .figure("key-values")
            .figure("messages")
            .text("AUTO takes");
    for (DemoScan scan : DemoScan.all(context.truth().scale())) {
      table.row(row(scan));
    }
    context.console().table(table);
  }

  private String[] row(DemoScan scan) {
    MeasuredScan columns = measure(scan, ScanFormat.COL_BATCH);
    MeasuredScan pairs = measure(scan, ScanFormat.KEY_VALUES);
    MeasuredScan auto = check(scan, ScanFormat.AUTO);
    return new String[] {
      scan.title(),
      Figures.count(columns.rowCount()),
      Figures.approximate(columns.rowsPerSecond()),
      Figures.approximate(pairs.rowsPerSecond()),
      Figures.bytes(columns.payloadBytes()),
      Figures.bytes(pairs.payloadBytes()),
      columns.messageCount() + " / " + pairs.messageCount(),
      name(auto.format())
    };
  }

  private MeasuredScan measure(DemoScan scan, ScanFormat format) {
    List<MeasuredScan> runs = new ArrayList<>();
    runs.add(check(scan, format));
    while (runs.size() < RUN_COUNT) {
      runs.add(run(scan, format, scan.digest().get()));
    }
    runs.sort(Comparator.comparingLong(MeasuredScan::nanos));
    return runs.get(RUN_COUNT / 2);
  }

  private MeasuredScan check(DemoScan scan, ScanFormat format) {
    Digest digest = scan.digest().get();
    MeasuredScan measured = run(scan, format, digest);
    String expected = scan.truth().apply(context.truth().lineItems());
    context.checks().equal(scan.title() + ", " + name(format), expected, digest.answer());
    return measured;
  }

  private MeasuredScan run(DemoScan scan, ScanFormat format, Digest digest) {
    return MeasuredScan.run(
        context.client(), scan.builder().apply(lineItem).format(format), digest::read);
  }

  static String name(ScanFormat format) {
    return switch (format) {
      case COL_BATCH -> "columns";
      case KEY_VALUES -> "key-values";
      case AUTO -> "AUTO";
    };
  }
}
