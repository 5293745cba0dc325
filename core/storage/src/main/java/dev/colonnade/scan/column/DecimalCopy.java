package dev.colonnade.scan.column;

import dev.colonnade.memory.NativeMemory;

/** Copy of NUMERICs of up to 18 digits, in either form, to Arrow decimals of sixteen bytes. */
final class DecimalCopy {
  private DecimalCopy() {}

  /** Copies the values from {@code start}, included, to {@code end}, excluded. */
  static void widen(ColumnVector from, int start, int end, long to) {
    if (from.form() == ColumnVector.Form.ARROW) {
      NativeMemory.copy(from.values() + 16L * start, to, 16L * (end - start));
      return;
    }
    long at = to;
    for (int row = start; row < end; row++, at += 16) {
      put(at, NativeMemory.getLong(from.values() + 8L * row));
    }
  }

  /** Copies the values of {@code rows} from {@code start}, included, to {@code end}, excluded. */
  static void widen(ColumnVector from, int[] rows, int start, int end, long to) {
    long bytes = from.form() == ColumnVector.Form.ARROW ? 16 : 8;
    long at = to;
    for (int i = start; i < end; i++, at += 16) {
      put(at, NativeMemory.getLong(from.values() + bytes * rows[i]));
    }
  }

  private static void put(long to, long value) {
    NativeMemory.putLong(to, value);
    NativeMemory.putLong(to + 8, value >> 63);
  }
}
