package dev.colonnade.bench.tpch;

/**
 * A TPC-H scale factor: 1 is about 6 million rows of lineitem.
 *
 * <p>The specification's rule for the suppliers of a part gives some parts the same supplier twice
 * where there are few suppliers; such a scale is refused, because partsupp would have fewer rows
 * than the generator makes. From 0.023 on every scale is good, below that some are, 0.01 among
 * them.
 *
 * @param factor at most {@link #FACTOR_MAX}
 */
public record Scale(double factor) {
  /** Up to here every key but that of orders fits an INTEGER. */
  public static final double FACTOR_MAX = 1000;

  private static final int ORDERS_PER_UNIT = 1_500_000;
  private static final int ROWS_PER_UNIT = 8_661_245;
  private static final int PARTS_PER_UNIT = 200_000;
  private static final int SUPPLIERS_PER_UNIT = 10_000;
  private static final int SUPPLIERS_PER_PART = 4;

  public Scale {
    if (!(factor > 0 && factor <= FACTOR_MAX)) {
      throw new IllegalArgumentException(
          "scale must be above 0 and at most " + FACTOR_MAX + ": scale=" + factor);
    }
    if (!hasDistinctSuppliers(factor)) {
      throw new IllegalArgumentException(
          "at this scale parts have the same supplier twice, take 0.01, 0.1 or 1: scale=" + factor);
    }
  }

  /** Rows of orders. */
  public long orderCount() {
    return (long) (ORDERS_PER_UNIT * factor);
  }

  /** Rows of all tables; an estimate, because orders have from one to seven lines. */
  public long rowCountEstimate() {
    return (long) (ROWS_PER_UNIT * factor);
  }

  @Override
  public String toString() {
    return factor == Math.rint(factor) ? Long.toString((long) factor) : Double.toString(factor);
  }

  /** Follows section 4.2.3 of the specification: supplier i of part p is p + i * step, modulo n. */
  private static boolean hasDistinctSuppliers(double factor) {
    long supplierCount = (long) (SUPPLIERS_PER_UNIT * factor);
    long partCount = (long) (PARTS_PER_UNIT * factor);
    if (supplierCount < SUPPLIERS_PER_PART) {
      return false;
    }
    for (long turn = 0; turn <= (partCount - 1) / supplierCount; turn++) {
      long step = supplierCount / SUPPLIERS_PER_PART + turn;
      for (int i = 1; i < SUPPLIERS_PER_PART; i++) {
        if (i * step % supplierCount == 0) {
          return false;
        }
      }
    }
    return true;
  }
}
