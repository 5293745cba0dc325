package dev.colonnade.bench.tpch;

import io.trino.tpch.LineItem;

/**
 * Reference values of lineitem at one scale. Money is in cents, the revenue of query 6 in cents
 * times percent.
 *
 * @param rowCount number of rows
 * @param quantityUnits sum(l_quantity)
 * @param extendedPriceCents sum(l_extendedprice)
 * @param returnedRowCount count of l_returnflag = 'R'
 * @param q6 rows that TPC-H query 6 selects
 * @param lastOrderKey largest l_orderkey
 * @param reverseHash {@link OrderedHash} of l_orderkey and l_linenumber in reverse key order
 * @param middle rows of the order keys in the middle half
 * @param contentHash sum over all rows of {@link RowHash} of all sixteen columns
 */
public record LineItemReference(
    long rowCount,
    long quantityUnits,
    long extendedPriceCents,
    long returnedRowCount,
    Selected q6,
    long lastOrderKey,
    long reverseHash,
    Selected middle,
    long contentHash) {

  /**
   * Aggregates of a subset of the rows.
   *
   * @param rowCount number of rows
   * @param total sum of a value of the rows
   */
  public record Selected(long rowCount, long total) {}

  /** Aggregation of rows in key order. Not thread-safe. */
  static final class Accumulator {
    private final OrderSpan middleOrders;
    private long rowCount;
    private long quantityUnits;
    private long extendedPriceCents;
    private long returnedRowCount;
    private long q6RowCount;
    private long q6Revenue;

    private long lastOrderKey = Long.MIN_VALUE;
    private long middleRowCount;
    private long middlePriceCents;
    private long contentHash;

    private final OrderedHash reverseHash = OrderedHash.mirrored();

    Accumulator(OrderSpan middleOrders) {
      this.middleOrders = middleOrders;
    }

    public void add(LineItem row) {
      rowCount++;
      quantityUnits += row.quantity();
      extendedPriceCents += row.extendedPriceInCents();
      if (row.returnFlag().equals("R")) {
        returnedRowCount++;
      }
      if (Q6.selects(row.shipDate(), row.discountPercent(), row.quantity())) {
        q6RowCount++;
        q6Revenue += row.extendedPriceInCents() * row.discountPercent();
      }
      if (middleOrders.contains(row.orderKey())) {
        middleRowCount++;
        middlePriceCents += row.extendedPriceInCents();
      }

      lastOrderKey = Math.max(lastOrderKey, row.orderKey());

      reverseHash.add(row.orderKey(), row.lineNumber());
      contentHash += hash(row);
    }

    LineItemReference reference() {
      return new LineItemReference(
          rowCount,
          quantityUnits,
          extendedPriceCents,
          returnedRowCount,
          new Selected(q6RowCount, q6Revenue),
          lastOrderKey,
          reverseHash.value(),
          new Selected(middleRowCount, middlePriceCents),
          contentHash);
    }

    private static long hash(LineItem row) {
      RowHash hash = new RowHash();
      hash.add(row.orderKey());
      hash.add(row.partKey());
      hash.add(row.supplierKey());
      hash.add(row.lineNumber());
      hash.add(row.quantity() * 100);
      hash.add(row.extendedPriceInCents());
      hash.add(row.discountPercent());
      hash.add(row.taxPercent());
      hash.add(row.returnFlag());
      hash.add(row.status());
      hash.add(row.shipDate());
      hash.add(row.commitDate());
      hash.add(row.receiptDate());
      hash.add(row.shipInstructions());
      hash.add(row.shipMode());
      hash.add(row.comment());
      return hash.value();
    }
  }
}
