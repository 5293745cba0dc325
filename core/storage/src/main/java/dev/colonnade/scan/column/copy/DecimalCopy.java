package dev.colonnade.scan.column.copy;

import dev.colonnade.memory.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Copy of NUMERICs of up to 18 digits to Arrow decimals of sixteen bytes, from slots of as many
 * bytes or of eight.
 */
public final class DecimalCopy {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private DecimalCopy() {}

  /** Copies the values from {@code start}, included, to {@code end}, excluded. */
  public static void widen(long from, int slotBytes, int start, int end, long to) {
    if (slotBytes == 16) {
      NativeMemory.copy(from + 16L * start, to, 16L * (end - start));
      return;
    }
    // Within segments of its own size, a loop takes half of the time: the bounds are checked once.
    int count = end - start;
    MemorySegment values = NativeMemory.segment(from + 8L * start, 8L * count);
    MemorySegment decimals = NativeMemory.segment(to, 16L * count);
    for (int i = 0; i < count; i++) {
      long value = values.getAtIndex(WORD, i);
      decimals.setAtIndex(WORD, 2L * i, value);
      decimals.setAtIndex(WORD, 2L * i + 1, value >> 63);
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
