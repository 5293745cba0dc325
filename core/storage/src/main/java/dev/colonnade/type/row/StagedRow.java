package dev.colonnade.type.row;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.memory.NativeMemory;
import java.util.Arrays;

/**
 * Buffer of the columns of one row before encoding: fixed-width values as one or two longs,
 * variable-width values in one array.
 */
final class StagedRow {
  private static final int INITIAL_BYTES = 256;

  private final boolean[] present;
  private final long[] high;
  private final long[] low;
  private final int[] starts;
  private final int[] lengths;
  private final int bytesMax;
  private byte[] bytes = new byte[INITIAL_BYTES];
  private int bytesUsed;

  StagedRow(int columnCount, int bytesMax) {
    this.present = new boolean[columnCount];
    this.high = new long[columnCount];
    this.low = new long[columnCount];
    this.starts = new int[columnCount];
    this.lengths = new int[columnCount];
    this.bytesMax = bytesMax;
  }

  /** Makes all columns NULL. */
  void reset() {
    Arrays.fill(present, false);
    bytesUsed = 0;
  }

  void setNull(int ordinal) {
    present[ordinal] = false;
  }

  void set(int ordinal, long value) {
    present[ordinal] = true;
    low[ordinal] = value;
  }

  void set(int ordinal, long highHalf, long lowHalf) {
    present[ordinal] = true;
    high[ordinal] = highHalf;
    low[ordinal] = lowHalf;
  }

  /**
   * Copies the bytes. The previous bytes of a column that is set again remain in the buffer until
   * the next row.
   */
  void set(int ordinal, byte[] value, int offset, int length) {
    reserve(length);
    System.arraycopy(value, offset, bytes, bytesUsed, length);
    setReserved(ordinal, length);
  }

  /** Variant of {@link #set(int, byte[], int, int)} for bytes in native memory. */
  void setNative(int ordinal, long address, int length) {
    reserve(length);
    NativeMemory.copy(address, bytes, bytesUsed, length);
    setReserved(ordinal, length);
  }

  private void reserve(int length) {
    if (length > bytesMax - bytesUsed) {
      throw new ColonnadeException(
          ErrorCode.ROW_TOO_LARGE,
          "row is too large: bytes>=" + ((long) bytesUsed + length) + " bytesMax=" + bytesMax);
    }
    if (length > bytes.length - bytesUsed) {
      bytes =
          Arrays.copyOf(
              bytes, (int) Math.min(bytesMax, Math.max(2L * bytes.length, bytesUsed + length)));
    }
  }

  private void setReserved(int ordinal, int length) {
    present[ordinal] = true;
    starts[ordinal] = bytesUsed;
    lengths[ordinal] = length;
    bytesUsed += length;
  }

  boolean isNull(int ordinal) {
    return !present[ordinal];
  }

  /** Returns a value of up to eight bytes as a long, otherwise its lower half. */
  long low(int ordinal) {
    return low[ordinal];
  }

  long high(int ordinal) {
    return high[ordinal];
  }

  /** Returns the array to which {@link #start} and {@link #length} refer. */
  byte[] bytes() {
    return bytes;
  }

  int start(int ordinal) {
    return starts[ordinal];
  }

  int length(int ordinal) {
    return lengths[ordinal];
  }
}
