package dev.colonnade.bench.tpch;

/**
 * TPC-H scale factor: 1 is about 6 million rows of lineitem.
 *
 * <p>With few suppliers the specification's rule assigns the same supplier twice to some parts.
 * Such a scale is invalid, because partsupp would have fewer rows than the generator returns. From
 * 0.023 on every scale is valid, below that some are, for example 0.01.
 *
 * @param factor at most {@link #FACTOR_MAX}
 */
public record Scale(double factor) {
  /** Limit up to which every key except that of orders fits into an INTEGER. */
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
          "at this scale parts have duplicate suppliers, use 0.01, 0.1 or 1: scale=" + factor);
    }
  }

  /** Returns the number of rows of orders. */
  public long orderCount() {
    return (long) (ORDERS_PER_UNIT * factor);
  }

  /** Returns an estimate of the rows of all tables; an order has one to seven lines. */
  public long rowCountEstimate() {
    return (long) (ROWS_PER_UNIT * factor);
  }

  @Override
  public String toString() {
    return factor == Math.rint(factor) ? Long.toString((long) factor) : Double.toString(factor);
  }

  /**
   * Returns whether the suppliers of each part are distinct. By section 4.2.3 of the specification
   * supplier i of part p is p + i * step, modulo n.
   */
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
