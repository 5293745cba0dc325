package dev.colonnade.bench.tpch;

/**
 * A TPC-H scale factor: 1 is about 6 million rows of lineitem.
 *
 * @param factor above 0 and at most {@link #FACTOR_MAX}
 */
public record Scale(double factor) {
  /** Up to here every key but that of orders fits an INTEGER. */
  public static final double FACTOR_MAX = 1000;

  /** Below this one supplier has no rows. */
  public static final double FACTOR_MIN = 0.0005;

  private static final int ORDERS_PER_UNIT = 1_500_000;

  public Scale {
    if (!(factor >= FACTOR_MIN && factor <= FACTOR_MAX)) {
      throw new IllegalArgumentException(
          "scale must be from " + FACTOR_MIN + " to " + FACTOR_MAX + ": scale=" + factor);
    }
  }

  /** Rows of orders. */
  public long orderCount() {
    return (long) (ORDERS_PER_UNIT * factor);
  }

  @Override
  public String toString() {
    return factor == Math.rint(factor) ? Long.toString((long) factor) : Double.toString(factor);
  }
}
