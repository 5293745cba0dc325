package dev.colonnade.bench.demo;

import dev.colonnade.bench.MeasuredScan;
import dev.colonnade.bench.PageReading;
import dev.colonnade.bench.report.Figures;
import dev.colonnade.bench.report.TextTable;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.protocol.result.ScanFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shows scans in columns, the same scans in raw key-values beside them, and what AUTO takes. */
final class DemoScans {
  /** Runs of each scan after the one that is checked; the one in the middle is shown. */
  private static final int RUN_COUNT = 3;

  private final DemoContext context;
  private final ClientTable lineItem;

  DemoScans(DemoContext context) {
    this.context = context;
    this.lineItem = context.client().table(TpchTable.LINEITEM.tableName());
  }

  /** Counts every table, by its first column. */
  void countTables() {
    for (TpchTable table : TpchTable.values()) {
      ClientTable described = context.client().table(table.tableName());
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
    context.console().line(context.console().dim("  rows/s counts the rows looked at"));
  }

  private String[] row(DemoScan scan) {
    Map<ScanFormat, String> answers = new EnumMap<>(ScanFormat.class);
    MeasuredScan columns = measure(scan, ScanFormat.COL_BATCH, answers);
    MeasuredScan pairs = measure(scan, ScanFormat.KEY_VALUES, answers);
    MeasuredScan auto = answer(scan, ScanFormat.AUTO, answers);
    context
        .checks()
        .equal(scan.title(), scan.truth().apply(context.truth().lineItems()), agreed(answers));
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

  private MeasuredScan measure(DemoScan scan, ScanFormat format, Map<ScanFormat, String> answers) {
    answer(scan, format, answers);
    List<MeasuredScan> runs = new ArrayList<>();
    for (int i = 0; i < RUN_COUNT; i++) {
      ScanBuilder builder = scan.builder().apply(lineItem).format(format);
      runs.add(MeasuredScan.run(context.client(), builder, new PageReading()::read));
    }
    runs.sort(Comparator.comparingLong(MeasuredScan::nanos));
    return runs.get(RUN_COUNT / 2);
  }

  private MeasuredScan answer(DemoScan scan, ScanFormat format, Map<ScanFormat, String> answers) {
    Digest digest = scan.digest().get();
    ScanBuilder builder = scan.builder().apply(lineItem).format(format);
    MeasuredScan measured = MeasuredScan.run(context.client(), builder, digest::read);
    answers.put(format, digest.answer());
    return measured;
  }

  /** The one answer of all formats, or all of them if they differ. */
  static String agreed(Map<ScanFormat, String> answers) {
    Set<String> different = Set.copyOf(answers.values());
    return different.size() == 1 ? different.iterator().next() : answers.toString();
  }

  static String name(ScanFormat format) {
    return switch (format) {
      case COL_BATCH -> "columns";
      case KEY_VALUES -> "key-values";
      case AUTO -> "AUTO";
    };
  }
}
