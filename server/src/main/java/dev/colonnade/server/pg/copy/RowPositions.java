package dev.colonnade.server.pg.copy;

import java.util.Arrays;

/** Positions of the rows of a batch: line numbers and byte ranges. Single-threaded. */
final class RowPositions {
  private static final int FIRST_ROWS = 64;

  private long[] lines = new long[FIRST_ROWS];
  private int[] starts = new int[FIRST_ROWS];
  private int[] ends = new int[FIRST_ROWS];
  private int size;

  /** Adds the position of the next row. */
  void add(long line, int start, int end) {
    if (size == lines.length) {
      lines = Arrays.copyOf(lines, 2 * size);
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
    }
    lines[size] = line;
    starts[size] = start;
    ends[size] = end;
    size++;
  }

  void clear() {
    size = 0;
  }

  long line(int row) {
    return lines[row];
  }

  int start(int row) {
    return starts[row];
  }

  int end(int row) {
    return ends[row];
  }
}
