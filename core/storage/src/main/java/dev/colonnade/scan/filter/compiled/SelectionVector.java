package dev.colonnade.scan.filter.compiled;

import dev.colonnade.scan.column.ColumnVector;
import java.util.Arrays;

/**
 * Selection vector: rows of a block that have reached a predicate, with its results. Not
 * thread-safe.
 */
final class SelectionVector {
  private static final int ROWS_FIRST = 64;

  /** Positions in the block; the first {@link #count} elements are valid. */
  int[] rows = new int[ROWS_FIRST];

  int count;

  /** Result of the predicate for each of the rows. */
  boolean[] truth = new boolean[0];

  private long[] longs = new long[0];

  public void add(int row) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
    }
    rows[count++] = row;
  }

  void addRange(int start, int end) {
    if (count + end - start > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(count + end - start, 2 * count));
    }
    for (int row = start; row < end; row++) {
      rows[count++] = row;
    }
  }

  /** Ensures the capacity of {@link #truth} for all rows. */
  void ensureTruthCapacity() {
    if (truth.length < count) {
      truth = new boolean[rows.length];
    }
  }

  /** Returns a scratch array with one element per row. */
  long[] longs() {
    if (longs.length < count) {
      longs = new long[rows.length];
    }
    return longs;
  }

  /** Clears the result for NULLs: no predicate but the test for NULL is true for NULL. */
  void rejectNulls(ColumnVector column) {
    for (int i = 0; column.validity() != ColumnVector.NO_ADDRESS && i < count; i++) {
      truth[i] &= !isNull(column, rows[i]);
    }
  }

  static boolean isNull(ColumnVector column, int row) {
    return column.isNull(row);
  }
}
