package dev.colonnade.bench.demo;

import dev.colonnade.bench.harness.MeasuredScan;
import dev.colonnade.bench.harness.PageValueReader;
import dev.colonnade.bench.report.ReadableNumbers;
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

/**
 * Scan step of the demo: the same scans as columnar batches and as raw key-values, and the format
 * that AUTO chooses.
 */
final class DemoScans {
  /** Runs of each scan after the run that is checked; the table shows the median. */
  private static final int RUN_COUNT = 3;

  private final DemoContext context;
  private final ClientTable lineItem;

  DemoScans(DemoContext context) {
    this.context = context;
    this.lineItem = context.client().table(TpchTable.LINEITEM.tableName());
  }

  /** Checks the row count of every table by a scan of its first column. */
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
              context.reference().rowCounts().getOrDefault(table, 0L),
              counted.rowCount());
    }
  }

  void show() {
    TextTable table =
        new TextTable()
            .text("lineitem")
            .number("rows")
            .number("rows/s: columns")
            .number("key-values")
            .number("bytes: columns")
            .number("key-values")
            .number("messages")
            .text("AUTO chooses");
    for (DemoScan scan : DemoScan.all(context.reference().scale())) {
      table.row(row(scan));
    }
    context.console().table(table);
    context.console().line(context.console().dim("  rows/s counts the rows scanned"));
  }

  private String[] row(DemoScan scan) {
    Map<ScanFormat, String> answers = new EnumMap<>(ScanFormat.class);
    MeasuredScan columns = measure(scan, ScanFormat.COL_BATCH, answers);
    MeasuredScan pairs = measure(scan, ScanFormat.KEY_VALUES, answers);
    MeasuredScan auto = answer(scan, ScanFormat.AUTO, answers);
    context
        .checks()
        .equal(
            scan.title(), scan.reference().apply(context.reference().lineItems()), agreed(answers));
    return new String[] {
      scan.title(),
      ReadableNumbers.count(columns.rowCount()),
      ReadableNumbers.approximate(columns.rowsPerSecond()),
      ReadableNumbers.approximate(pairs.rowsPerSecond()),
      ReadableNumbers.bytes(columns.payloadBytes()),
      ReadableNumbers.bytes(pairs.payloadBytes()),
      columns.messageCount() + " / " + pairs.messageCount(),
      name(auto.format())
    };
  }

  private MeasuredScan measure(DemoScan scan, ScanFormat format, Map<ScanFormat, String> answers) {
    answer(scan, format, answers);
    List<MeasuredScan> runs = new ArrayList<>();
    for (int i = 0; i < RUN_COUNT; i++) {
      ScanBuilder builder = scan.builder().apply(lineItem).format(format);
      runs.add(MeasuredScan.run(context.client(), builder, new PageValueReader()::read));
    }
    runs.sort(Comparator.comparingLong(MeasuredScan::nanos));
    return runs.get(RUN_COUNT / 2);
  }

  private MeasuredScan answer(DemoScan scan, ScanFormat format, Map<ScanFormat, String> answers) {
    ScanDigest digest = scan.digest().get();
    ScanBuilder builder = scan.builder().apply(lineItem).format(format);
    MeasuredScan measured = MeasuredScan.run(context.client(), builder, digest::read);
    answers.put(format, digest.answer());
    return measured;
  }

  /** Returns the common answer of all formats, or all answers if they differ. */
  static String agreed(Map<ScanFormat, String> answers) {
    Set<String> different = Set.copyOf(answers.values());
    return different.size() == 1 ? different.iterator().next() : answers.toString();
  }

  private static String name(ScanFormat format) {
    return switch (format) {
      case COL_BATCH -> "columns";
      case KEY_VALUES -> "key-values";
      case AUTO -> "AUTO";
    };
  }
}
