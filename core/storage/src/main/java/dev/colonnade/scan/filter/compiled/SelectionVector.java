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

  /** Number of rows if they were added as one range; otherwise different from {@link #count}. */
  private int rangeCount = -1;

  /** Result of the predicate for each of the rows. */
  boolean[] truth = new boolean[0];

  private long[] longs = new long[0];

  /** Returns whether the rows are consecutive and ascend; false if that is not known. */
  boolean isRange() {
    return rangeCount == count;
  }

  /** Adds the rows of another vector whose result is {@code wanted}; without a branch per row. */
  void addWhere(SelectionVector from, boolean wanted) {
    ensureCapacity(from.count);
    rangeCount = -1;
    int added = count;
    for (int i = 0; i < from.count; i++) {
      rows[added] = from.rows[i];
      added += from.truth[i] == wanted ? 1 : 0;
    }
    count = added;
  }

  /** Adds all rows of another vector. */
  void addAll(SelectionVector from) {
    ensureCapacity(from.count);
    rangeCount = -1;
    System.arraycopy(from.rows, 0, rows, count, from.count);
    count += from.count;
  }

  private void ensureCapacity(int more) {
    if (count + more > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(count + more, 2 * count));
    }
  }

  void addRange(int start, int end) {
    ensureCapacity(end - start);
    rangeCount = count == 0 ? end - start : -1;
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
