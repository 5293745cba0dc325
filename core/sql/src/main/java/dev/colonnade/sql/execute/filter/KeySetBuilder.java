package dev.colonnade.sql.execute.filter;

import dev.colonnade.sql.vector.LongVector;

/**
 * Builder of the set of the values of a column that is read twice: the first time for the number
 * and range of the values, the second time for the values. One thread.
 */
public final class KeySetBuilder {
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long count;

  /** Looks at the values of the first rows that are not NULL. */
  public void observe(LongVector column, int rowCount) {
    long[] values = column.values();
    boolean[] nulls = column.nulls();
    for (int i = 0; i < rowCount; i++) {
      if (nulls == null || !nulls[i]) {
        min = Math.min(min, values[i]);
        max = Math.max(max, values[i]);
      }
    }
    count += rowCount;
  }

  /** Returns the bytes of memory of the set. */
  public long memoryBytes() {
    return KeySet.wordCount(min, max, count) * Long.BYTES;
  }

  /** Returns the set of the values of the first rows that are not NULL. */
  static KeySet setOf(LongVector column, int rowCount) {
    KeySetBuilder builder = new KeySetBuilder();
    builder.observe(column, rowCount);
    KeySet set = builder.newSet();
    set.addAll(column, rowCount);
    return set;
  }

  /** Returns a set for the values that were looked at, without any of them yet. */
  KeySet newSet() {
    return new KeySet(min, max, count);
  }
}
