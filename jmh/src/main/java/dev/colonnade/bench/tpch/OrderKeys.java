package dev.colonnade.bench.tpch;

/**
 * Mapping between indexes and keys of orders. Of every 32 numbers eight consecutive ones are keys,
 * so that the key of the n-th order is about 4 n.
 */
public final class OrderKeys {
  private static final int USED_BITS = 3;
  private static final int SPARSE_BITS = 2;
  private static final int PERIOD_BITS = USED_BITS + SPARSE_BITS;
  private static final long USED_MASK = (1 << USED_BITS) - 1;
  private static final long PERIOD_MASK = (1 << PERIOD_BITS) - 1;

  private OrderKeys() {}

  /**
   * Returns the key of an order.
   *
   * @param index from 1 to the number of orders
   */
  public static long keyOf(long index) {
    return ((index >> USED_BITS) << PERIOD_BITS) | (index & USED_MASK);
  }

  /** Returns the greatest index of an order whose key is at most {@code key}. */
  public static long lastIndex(long key) {
    long used = Math.min(key & PERIOD_MASK, USED_MASK);
    return ((key >> PERIOD_BITS) << USED_BITS) | used;
  }
}
