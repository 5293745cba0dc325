package dev.colonnade.sql.expression.comparison;

/** Immutable set of longs in open addressing. */
final class LongSet {
  private final long[] slots;
  private final boolean[] used;
  private final int mask;

  LongSet(long[] values, int count) {
    int size = Integer.highestOneBit(Math.max(4, count)) * 4;
    slots = new long[size];
    used = new boolean[size];
    mask = size - 1;
    for (int i = 0; i < count; i++) {
      int slot = slotOf(values[i]);
      slots[slot] = values[i];
      used[slot] = true;
    }
  }

  boolean contains(long value) {
    return used[slotOf(value)];
  }

  private int slotOf(long value) {
    long hash = value * 0x9E3779B97F4A7C15L;
    int slot = (int) (hash >>> 32) & mask;
    while (used[slot] && slots[slot] != value) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
