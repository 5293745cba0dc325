package dev.colonnade.bench.tpch;

/**
 * Half-open interval of order keys.
 *
 * <p>TPC-H uses eight of every 32 order keys, so that the keys of n orders are between 1 and 4 n.
 *
 * @param first first key, inclusive
 * @param end end of the interval, exclusive
 */
public record OrderSpan(long first, long end) {
  private static final int KEYS_PER_ORDER = 4;

  public OrderSpan {
    if (first > end) {
      throw new IllegalArgumentException("span is reversed: first=" + first + " end=" + end);
    }
  }

  /** Returns the middle half of the keys. */
  public static OrderSpan middleHalf(Scale scale) {
    long quarter = scale.orderCount() * KEYS_PER_ORDER / 4;
    return new OrderSpan(quarter, 3 * quarter);
  }

  /** Returns the approximate median of the order keys. */
  public static long middleKey(Scale scale) {
    return scale.orderCount() * KEYS_PER_ORDER / 2;
  }

  public boolean contains(long orderKey) {
    return orderKey >= first && orderKey < end;
  }
}
