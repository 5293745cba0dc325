package dev.colonnade.scan.filter;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.ColumnVector;
import java.util.Arrays;

/** Rows of a block that have come as far as a test, and what it says of them. One thread. */
final class TestedRows {
  private static final int ROWS_FIRST = 64;

  /** Positions in the block; the first {@link #count} of them. */
  int[] rows = new int[ROWS_FIRST];

  int count;

  /** What the test says of each of the rows. */
  boolean[] truth = new boolean[0];

  private long[] longs = new long[0];

  void add(int row) {
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

  /** Makes room for what a test says. */
  void beforeTest() {
    if (truth.length < count) {
      truth = new boolean[rows.length];
    }
  }

  /** Room for a number of each row. */
  long[] longs() {
    if (longs.length < count) {
      longs = new long[rows.length];
    }
    return longs;
  }

  /** No test but that for NULL is true of NULL. */
  void refuseNulls(ColumnVector column) {
    for (int i = 0; column.validity() != ColumnVector.NOWHERE && i < count; i++) {
      truth[i] &= !isNull(column, rows[i]);
    }
  }

  static boolean isNull(ColumnVector column, int row) {
    return column.validity() != ColumnVector.NOWHERE
        && ((NativeMemory.getByte(column.validity() + (row >>> 3)) >>> (row & 7)) & 1) == 0;
  }
}
