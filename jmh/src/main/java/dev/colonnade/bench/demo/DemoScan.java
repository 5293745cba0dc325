package dev.colonnade.bench.demo;

import dev.colonnade.bench.tpch.LineItemTruth;
import dev.colonnade.bench.tpch.OrderSpan;
import dev.colonnade.bench.tpch.Q6;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.ScanBuilder;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A scan of lineitem that the demo shows.
 *
 * @param title what it reads
 * @param builder makes the scan, all but its format
 * @param digest sums up what comes
 * @param truth the answer that the digest must give
 */
record DemoScan(
    String title,
    Function<ClientTable, ScanBuilder> builder,
    Supplier<Digest> digest,
    Function<LineItemTruth, String> truth) {
  private static final int LAST_ROWS = 10;

  /** The one that is asked again after the split. */
  static DemoScan fourColumns() {
    return new DemoScan(
        "4 of 16 columns",
        table ->
            table.newScan().columns("l_quantity", "l_extendedprice", "l_discount", "l_returnflag"),
        LineItemDigests.Four::new,
        truth ->
            LineItemAnswers.four(
                truth.quantityUnits(), truth.extendedPriceCents(), truth.returnedRowCount()));
  }

  /** The filter of TPC-H query 6. */
  static DemoScan filtered() {
    return new DemoScan(
        "filter of TPC-H query 6",
        table -> table.newScan().columns("l_extendedprice", "l_discount").where(Q6.filter(table)),
        LineItemDigests.Revenue::new,
        truth -> LineItemAnswers.q6(truth.q6().rowCount(), truth.q6().total()));
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
        truth -> LineItemAnswers.price(truth.rowCount(), truth.extendedPriceCents()));
  }

  private static DemoScan allColumns() {
    return new DemoScan(
        "16 of 16 columns",
        ClientTable::newScan,
        LineItemDigests.Content::new,
        truth -> LineItemAnswers.content(truth.rowCount(), truth.contentHash()));
  }

  private static DemoScan middle(Scale scale) {
    OrderSpan orders = OrderSpan.middleHalf(scale);
    return new DemoScan(
        "middle half of the keys",
        table ->
            table.newScan().columns("l_extendedprice").atLeast(orders.first()).before(orders.end()),
        LineItemDigests.Price::new,
        truth -> LineItemAnswers.price(truth.middle().rowCount(), truth.middle().total()));
  }

  private static DemoScan reverse() {
    return new DemoScan(
        "keys, in reverse",
        table -> table.newScan().columns("l_orderkey", "l_linenumber").reverse(),
        LineItemDigests.Order::new,
        truth -> LineItemAnswers.order(truth.rowCount(), truth.reverseHash()));
  }

  private static DemoScan last() {
    return new DemoScan(
        "last " + LAST_ROWS + " rows",
        table -> table.newScan().reverse().limit(LAST_ROWS),
        LineItemDigests.First::new,
        truth -> LineItemAnswers.last(LAST_ROWS, truth.lastOrderKey()));
  }
}
