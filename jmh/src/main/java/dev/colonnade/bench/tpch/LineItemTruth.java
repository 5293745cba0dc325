package dev.colonnade.bench.tpch;

import io.trino.tpch.LineItem;

/**
 * What is true of lineitem at one scale. Money is in cents, the Q6 revenue in cents times percent.
 *
 * @param rowCount all rows
 * @param quantityUnits sum(l_quantity)
 * @param extendedPriceCents sum(l_extendedprice)
 * @param returnedRowCount count of l_returnflag = 'R'
 * @param q6 what TPC-H query 6 selects
 * @param firstOrderKey smallest l_orderkey
 * @param lastOrderKey largest l_orderkey
 * @param forwardHash {@link OrderedHash} over l_orderkey and l_linenumber in key order
 * @param reverseHash the same from the last row to the first
 * @param middle the rows of the order keys in the middle half
 * @param contentHash the sum over all rows of {@link RowHash} over all sixteen columns
 */
public record LineItemTruth(
    long rowCount,
    long quantityUnits,
    long extendedPriceCents,
    long returnedRowCount,
    Selected q6,
    long firstOrderKey,
    long lastOrderKey,
    long forwardHash,
    long reverseHash,
    Selected middle,
    long contentHash) {

  /**
   * A part of the rows.
   *
   * @param total a sum over them
   */
  public record Selected(long rowCount, long total) {}

  /** Adds up rows that come in key order. */
  static final class Accumulator {
    private final OrderSpan middleOrders;
    private long rowCount;
    private long quantityUnits;
    private long extendedPriceCents;
    private long returnedRowCount;
    private long q6RowCount;
    private long q6Revenue;
    private long firstOrderKey = Long.MAX_VALUE;
    private long lastOrderKey = Long.MIN_VALUE;
    private long middleRowCount;
    private long middlePriceCents;
    private long contentHash;
    private final OrderedHash forwardHash = OrderedHash.forward();
    private final OrderedHash reverseHash = OrderedHash.mirrored();

    Accumulator(OrderSpan middleOrders) {
      this.middleOrders = middleOrders;
    }

    void add(LineItem row) {
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
      firstOrderKey = Math.min(firstOrderKey, row.orderKey());
      lastOrderKey = Math.max(lastOrderKey, row.orderKey());
      forwardHash.add(row.orderKey(), row.lineNumber());
      reverseHash.add(row.orderKey(), row.lineNumber());
      contentHash += hash(row);
    }

    LineItemTruth truth() {
      return new LineItemTruth(
          rowCount,
          quantityUnits,
          extendedPriceCents,
          returnedRowCount,
          new Selected(q6RowCount, q6Revenue),
          firstOrderKey,
          lastOrderKey,
          forwardHash.value(),
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
