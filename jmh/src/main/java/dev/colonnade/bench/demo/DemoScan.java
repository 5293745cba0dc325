package dev.colonnade.bench.demo;

import dev.colonnade.bench.tpch.LineItemReference;
import dev.colonnade.bench.tpch.OrderSpan;
import dev.colonnade.bench.tpch.Q6;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.ScanBuilder;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Scan of lineitem in the demo.
 *
 * @param title title of the scan in tables
 * @param builder returns the scan without a format
 * @param digest returns a new digest of the scan's pages
 * @param reference returns the expected answer of the digest
 */
record DemoScan(
    String title,
    Function<ClientTable, ScanBuilder> builder,
    Supplier<ScanDigest> digest,
    Function<LineItemReference, String> reference) {
  private static final int LAST_ROWS = 10;

  /** Returns the scan that is repeated after the split. */
  static DemoScan fourColumns() {
    return new DemoScan(
        "4 of 16 columns",
        table ->
            table.newScan().columns("l_quantity", "l_extendedprice", "l_discount", "l_returnflag"),
        LineItemDigests.Four::new,
        reference ->
            LineItemAnswers.four(
                reference.quantityUnits(),
                reference.extendedPriceCents(),
                reference.returnedRowCount()));
  }

  /** Returns the scan with the filter of TPC-H query 6. */
  static DemoScan filtered() {
    return new DemoScan(
        "filter of TPC-H query 6",
        table -> table.newScan().columns("l_extendedprice", "l_discount").where(Q6.filter(table)),
        LineItemDigests.Revenue::new,
        reference -> LineItemAnswers.q6(reference.q6().rowCount(), reference.q6().total()));
  }

  static List<DemoScan> all(Scale scale) {
    return List.of(
        oneColumn(), fourColumns(), allColumns(), filtered(), middle(scale), reverse(), last());
  }

  private static DemoScan oneColumn() {
    return new DemoScan(
        "1 of 16 columns",
        table -> table.newScan().columns("l_extendedprice"),
        LineItemDigests.Price::new,
        reference -> LineItemAnswers.price(reference.rowCount(), reference.extendedPriceCents()));
  }

  private static DemoScan allColumns() {
    return new DemoScan(
        "16 of 16 columns",
        ClientTable::newScan,
        LineItemDigests.Content::new,
        reference -> LineItemAnswers.content(reference.rowCount(), reference.contentHash()));
  }

  private static DemoScan middle(Scale scale) {
    OrderSpan orders = OrderSpan.middleHalf(scale);
    return new DemoScan(
        "middle half of the keys",
        table ->
            table.newScan().columns("l_extendedprice").atLeast(orders.first()).before(orders.end()),
        LineItemDigests.Price::new,
        reference ->
            LineItemAnswers.price(reference.middle().rowCount(), reference.middle().total()));
  }

  private static DemoScan reverse() {
    return new DemoScan(
        "keys, in reverse",
        table -> table.newScan().columns("l_orderkey", "l_linenumber").reverse(),
        LineItemDigests.Order::new,
        reference -> LineItemAnswers.order(reference.rowCount(), reference.reverseHash()));
  }

  private static DemoScan last() {
    return new DemoScan(
        "last " + LAST_ROWS + " rows",
        table -> table.newScan().reverse().limit(LAST_ROWS),
        LineItemDigests.First::new,
        reference -> LineItemAnswers.last(LAST_ROWS, reference.lastOrderKey()));
  }
}
