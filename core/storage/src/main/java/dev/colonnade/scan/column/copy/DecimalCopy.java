package dev.colonnade.scan.column.copy;

import dev.colonnade.memory.NativeMemory;

/**
 * Copy of NUMERICs of up to 18 digits to Arrow decimals of sixteen bytes, from slots of as many
 * bytes or of eight.
 */
public final class DecimalCopy {
  private DecimalCopy() {}

  /** Copies the values from {@code start}, included, to {@code end}, excluded. */
  public static void widen(long from, int slotBytes, int start, int end, long to) {
    if (slotBytes == 16) {
      NativeMemory.copy(from + 16L * start, to, 16L * (end - start));
      return;
    }
    long at = to;
    for (int row = start; row < end; row++, at += 16) {
      put(at, NativeMemory.getLong(from + 8L * row));
    }
  }

  /** Copies the values of {@code rows} from {@code start}, included, to {@code end}, excluded. */
  public static void widen(long from, int slotBytes, int[] rows, int start, int end, long to) {
    long at = to;
    for (int i = start; i < end; i++, at += 16) {
      put(at, NativeMemory.getLong(from + (long) slotBytes * rows[i]));
    }
  }

  private static void put(long to, long value) {
    NativeMemory.putLong(to, value);
    NativeMemory.putLong(to + 8, value >> 63);
  }
}
