package dev.colonnade.bench.demo;

import dev.colonnade.bench.harness.MeasuredScan;
import dev.colonnade.bench.report.ReadableNumbers;
import dev.colonnade.bench.report.TextTable;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.result.WireScanUsage;

/** Trace step of the demo: prints the server's trace of one scan. */
final class DemoTrace {
  private final DemoContext context;

  DemoTrace(DemoContext context) {
    this.context = context;
  }

  void show() {
    ClientTable lineItem = context.client().table(TpchTable.LINEITEM.tableName());
    DemoScan scan = DemoScan.filtered();
    MeasuredScan traced =
        MeasuredScan.run(
            context.client(),
            scan.builder().apply(lineItem).format(ScanFormat.COL_BATCH).trace(),
            page -> {});

    WireScanUsage usage = traced.end().usage();
    TextTable table = new TextTable().text(scan.title()).number("");
    table.row("rows scanned", ReadableNumbers.count(usage.rowsScanned()));
    table.row("rows returned", ReadableNumbers.count(usage.rowCount()));
    table.row("bytes returned", ReadableNumbers.bytes(usage.encodedBytes()));
    for (NamedValue entry : traced.end().trace()) {
      table.row(title(entry), value(entry));
    }
    context.console().table(table);
    context
        .checks()
        .equal(
            "rows scanned by the filtered scan",
            context.reference().lineItems().rowCount(),
            usage.rowsScanned());
  }

  /** Returns the name in words without the unit at its end. */
  private static String title(NamedValue figure) {
    return figure.name().replaceFirst("_nanos$", " time").replace('_', ' ');
  }

  /** Returns the value, formatted by the unit at the end of its name. */
  private static String value(NamedValue figure) {
    if (figure.name().endsWith("_nanos")) {
      return ReadableNumbers.duration(figure.value());
    }
    return figure.name().endsWith("_bytes")
        ? ReadableNumbers.bytes(figure.value())
        : ReadableNumbers.count(figure.value());
  }
}
