package dev.colonnade.bench.harness;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.client.page.ResultPage;

/**
 * Reader of all values of pages, independent of the format of the page, so that a comparison of
 * formats includes the cost of reading the values. Not thread-safe.
 */
public final class PageValueReader {
  private long[] longs = new long[0];
  private int[] ints = new int[0];
  private byte[] bytes = new byte[256];
  private long rowCount;
  private long sum;

  public void read(ResultPage page) {
    rowCount += page.rowCount();
    for (int i = 0; i < page.columns().size(); i++) {
      sum += sum(page.column(i), page.rowCount());
    }
  }

  /** Returns the number of rows of all pages read. */
  public long rowCount() {
    return rowCount;
  }

  /** Returns a checksum of all values read: equal for equal rows and columns. */
  public long sum() {
    return sum;
  }

  private long sum(ColumnReader column, int rows) {
    return switch (column.column().type().kind()) {
      case SMALLINT, INTEGER, DATE -> sumInts(column, rows);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> sumLongs(column, rows);
      case NUMERIC -> sumUnscaled(column, rows);
      case TEXT, VARCHAR, CHAR, BYTEA -> sumBytes(column, rows);
      case BOOLEAN, REAL, DOUBLE, UUID, ENUM ->
          throw new IllegalArgumentException("not a type of TPC-H: column=" + column.column());
    };
  }

  private long sumInts(ColumnReader column, int rows) {
    if (ints.length < rows) {
      ints = new int[rows];
    }
    column.copyInts(0, rows, ints, 0);
    long total = 0;
    for (int i = 0; i < rows; i++) {
      total += ints[i];
    }
    return total;
  }

  private long sumLongs(ColumnReader column, int rows) {
    growLongs(rows);
    column.copyLongs(0, rows, longs, 0);
    return sumOfLongs(rows);
  }

  private long sumUnscaled(ColumnReader column, int rows) {
    growLongs(rows);
    column.copyUnscaled(0, rows, longs, 0);
    return sumOfLongs(rows);
  }

  private void growLongs(int rows) {
    if (longs.length < rows) {
      longs = new long[rows];
    }
  }

  private long sumOfLongs(int rows) {
    long total = 0;
    for (int i = 0; i < rows; i++) {
      total += longs[i];
    }
    return total;
  }

  /** Sums lengths and last bytes. Copies the values out, as an application does. */
  private long sumBytes(ColumnReader column, int rows) {
    long total = 0;
    for (int row = 0; row < rows; row++) {
      int length = column.byteLengthAt(row);
      if (length > bytes.length) {
        bytes = new byte[length];
      }
      column.copyBytesAt(row, bytes, 0);
      total += length + (length == 0 ? 0 : bytes[length - 1]);
    }
    return total;
  }
}
