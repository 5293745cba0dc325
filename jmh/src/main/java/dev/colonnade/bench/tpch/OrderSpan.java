package dev.colonnade.bench.tpch;

/**
 * Order keys from the first, included, to the end, excluded.
 *
 * <p>TPC-H uses eight of every 32 order keys, so that the keys of n orders lie between 1 and 4 n.
 */
public record OrderSpan(long first, long end) {
  private static final int KEYS_PER_ORDER = 4;

  public OrderSpan {
    if (first > end) {
      throw new IllegalArgumentException("span is reversed: first=" + first + " end=" + end);
    }
  }

  /** The half of the keys that lies in the middle. */
  public static OrderSpan middleHalf(Scale scale) {
    long quarter = scale.orderCount() * KEYS_PER_ORDER / 4;
    return new OrderSpan(quarter, 3 * quarter);
  }

  /** An order key with as many orders below as above, or nearly. */
  public static long middleKey(Scale scale) {
    return scale.orderCount() * KEYS_PER_ORDER / 2;
  }

  public boolean contains(long orderKey) {
    return orderKey >= first && orderKey < end;
  }
}
