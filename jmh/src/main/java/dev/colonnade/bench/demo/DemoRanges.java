package dev.colonnade.bench.demo;

import dev.colonnade.bench.harness.MeasuredScan;
import dev.colonnade.bench.report.ReadableNumbers;
import dev.colonnade.bench.report.TextTable;
import dev.colonnade.bench.tpch.OrderSpan;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.protocol.result.ScanFormat;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Range step of the demo: splits lineitem in the middle, repeats a scan, and prints the ranges of
 * all tables.
 */
final class DemoRanges {
  private static final int KEY_DIGITS_SHOWN = 24;

  private final DemoContext context;
  private final ClientTable lineItem;

  DemoRanges(DemoContext context) {
    this.context = context;
    this.lineItem = context.client().table(TpchTable.LINEITEM.tableName());
  }

  void split() {
    int before = context.client().ranges(lineItem.name()).size();
    long middle = OrderSpan.middleKey(context.reference().scale());
    KeyBatch keys = lineItem.newKeys(1);
    keys.add().putLong(middle).end();
    long startNanos = System.nanoTime();
    List<RangeInfo> ranges = context.client().splitAt(lineItem, keys);
    long nanos = System.nanoTime() - startNanos;

    context
        .console()
        .line(
            "  at l_orderkey "
                + ReadableNumbers.count(middle)
                + ": "
                + before
                + " -> "
                + ranges.size()
                + " ranges in "
                + ReadableNumbers.duration(nanos));
    context.checks().equal("ranges of lineitem after the split", before + 1, ranges.size());
    repeatScan();
  }

  /** Prints the ranges of all tables. */
  void show() {
    TextTable table =
        new TextTable()
            .text("table")
            .number("range")
            .text("from key")
            .number("rows")
            .number("size")
            .number("old versions");
    for (TpchTable name : TpchTable.values()) {
      for (RangeInfo range : context.client().ranges(name.tableName())) {
        table.row(row(name, range));
      }
    }
    context.console().table(table);
  }

  private void repeatScan() {
    DemoScan scan = DemoScan.fourColumns();
    Map<ScanFormat, String> answers = new EnumMap<>(ScanFormat.class);
    for (ScanFormat format : List.of(ScanFormat.COL_BATCH, ScanFormat.KEY_VALUES)) {
      ScanDigest digest = scan.digest().get();
      MeasuredScan.run(
          context.client(), scan.builder().apply(lineItem).format(format), digest::read);
      answers.put(format, digest.answer());
    }
    context
        .checks()
        .equal(
            scan.title() + ", after the split",
            scan.reference().apply(context.reference().lineItems()),
            DemoScans.agreed(answers));
  }

  private static String[] row(TpchTable table, RangeInfo range) {
    return new String[] {
      table.tableName(),
      Long.toString(range.rangeId()),
      key(range.start()),
      ReadableNumbers.count(range.sizes().liveRows()),
      ReadableNumbers.bytes(range.sizes().liveBytes()),
      ReadableNumbers.count(range.sizes().historyRows())
    };
  }

  private static String key(Bytes key) {
    String digits = key.toString();
    return digits.length() <= KEY_DIGITS_SHOWN
        ? digits
        : digits.substring(0, KEY_DIGITS_SHOWN) + "..";
  }
}
