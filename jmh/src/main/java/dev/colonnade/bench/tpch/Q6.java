package dev.colonnade.bench.tpch;

import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.ColumnRef;
import dev.colonnade.protocol.filter.FilterSpec;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * Predicate of TPC-H query 6 with its validation parameters: shipped in 1994, discount of 5 to 7
 * percent, quantity below 24.
 */
public final class Q6 {
  /** First ship date that is selected, in days since 1970-01-01. */
  public static final int SHIP_DATE_FIRST = (int) LocalDate.of(1994, 1, 1).toEpochDay();

  /** Last ship date that is selected, in days since 1970-01-01. */
  public static final int SHIP_DATE_LAST = (int) LocalDate.of(1994, 12, 31).toEpochDay();

  public static final int DISCOUNT_PERCENT_MIN = 5;
  public static final int DISCOUNT_PERCENT_MAX = 7;

  /** Upper bound of the quantity, exclusive. */
  public static final int QUANTITY_END = 24;

  private Q6() {}

  /** Returns the predicate as a filter of lineitem. */
  public static FilterSpec filter(ClientTable lineItem) {
    return ColumnRef.and(
        lineItem
            .column("l_shipdate")
            .between(LocalDate.ofEpochDay(SHIP_DATE_FIRST), LocalDate.ofEpochDay(SHIP_DATE_LAST)),
        lineItem
            .column("l_discount")
            .between(
                BigDecimal.valueOf(DISCOUNT_PERCENT_MIN, 2),
                BigDecimal.valueOf(DISCOUNT_PERCENT_MAX, 2)),
        lineItem.column("l_quantity").lt(BigDecimal.valueOf(QUANTITY_END)));
  }

  static boolean selects(int shipDate, long discountPercent, long quantity) {
    return shipDate >= SHIP_DATE_FIRST
        && shipDate <= SHIP_DATE_LAST
        && discountPercent >= DISCOUNT_PERCENT_MIN
        && discountPercent <= DISCOUNT_PERCENT_MAX
        && quantity < QUANTITY_END;
  }
}
