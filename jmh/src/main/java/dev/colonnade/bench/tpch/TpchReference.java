package dev.colonnade.bench.tpch;

import io.trino.tpch.CustomerGenerator;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.NationGenerator;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.PartGenerator;
import io.trino.tpch.PartSupplierGenerator;
import io.trino.tpch.RegionGenerator;
import io.trino.tpch.Supplier;
import io.trino.tpch.SupplierGenerator;
import java.util.EnumMap;
import java.util.Map;

/**
 * Reference values of the data at one scale, computed by a pass over the generator that is
 * independent of the code that loads and reads the data.
 *
 * @param rowCounts number of rows of every table
 * @param supplierBalanceCents sum(s_acctbal)
 */
public record TpchReference(
    Scale scale,
    Map<TpchTable, Long> rowCounts,
    long supplierBalanceCents,
    LineItemReference lineItems) {
  public TpchReference {
    rowCounts = Map.copyOf(rowCounts);
  }

  /** Returns the reference values. Generates all tables once. */
  public static TpchReference of(Scale scale) {
    LineItemReference lineItems = lineItems(scale);
    Map<TpchTable, Long> rowCounts = new EnumMap<>(TpchTable.class);
    for (TpchTable table : TpchTable.values()) {
      rowCounts.put(
          table,
          table == TpchTable.LINEITEM ? lineItems.rowCount() : count(generator(table, scale)));
    }
    return new TpchReference(scale, rowCounts, supplierBalanceCents(scale), lineItems);
  }

  private static LineItemReference lineItems(Scale scale) {
    LineItemReference.Accumulator sums =
        new LineItemReference.Accumulator(OrderSpan.middleHalf(scale));
    for (LineItem row : new LineItemGenerator(scale.factor(), 1, 1)) {
      sums.add(row);
    }
    return sums.reference();
  }

  private static long supplierBalanceCents(Scale scale) {
    long cents = 0;
    for (Supplier supplier : new SupplierGenerator(scale.factor(), 1, 1)) {
      cents += supplier.accountBalanceInCents();
    }
    return cents;
  }

  private static Iterable<?> generator(TpchTable table, Scale scale) {
    double factor = scale.factor();
    return switch (table) {
      case REGION -> new RegionGenerator();
      case NATION -> new NationGenerator();
      case SUPPLIER -> new SupplierGenerator(factor, 1, 1);
      case PART -> new PartGenerator(factor, 1, 1);
      case PARTSUPP -> new PartSupplierGenerator(factor, 1, 1);
      case CUSTOMER -> new CustomerGenerator(factor, 1, 1);
      case ORDERS -> new OrderGenerator(factor, 1, 1);
      case LINEITEM -> new LineItemGenerator(factor, 1, 1);
    };
  }

  private static long count(Iterable<?> rows) {
    long count = 0;
    for (Object ignored : rows) {
      count++;
    }
    return count;
  }
}
