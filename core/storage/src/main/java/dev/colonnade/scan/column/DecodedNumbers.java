package dev.colonnade.scan.column;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumLabel;
import java.util.List;

/** Reader of decoded fixed-width columns of up to eight bytes as longs. */
public final class DecodedNumbers {
  private DecodedNumbers() {}

  /**
   * Reads the values of the first {@code count} of {@code rows} into {@code to}: integers and
   * unscaled decimals unchanged, a boolean as 0 or 1, an enum's label as its rank, a floating-point
   * number as the bits of a double. The value of a NULL is undefined.
   */
  public static void read(ColumnType type, ColumnVector from, int[] rows, int count, long[] to) {
    long at = from.values();
    switch (ArrowConversion.of(type)) {
      case BIT -> {
        for (int i = 0; i < count; i++) {
          to[i] = (NativeMemory.getByte(at + (rows[i] >>> 3)) >>> (rows[i] & 7)) & 1L;
        }
      }
      case COPY2 -> {
        for (int i = 0; i < count; i++) {
          to[i] = NativeMemory.getShort(at + 2L * rows[i]);
        }
      }
      case COPY4 -> {
        for (int i = 0; i < count; i++) {
          to[i] = NativeMemory.getInt(at + 4L * rows[i]);
        }
      }
      case COPY8, FLOAT8 -> {
        for (int i = 0; i < count; i++) {
          to[i] = NativeMemory.getLong(at + 8L * rows[i]);
        }
      }
      case FLOAT4 -> {
        for (int i = 0; i < count; i++) {
          float value = Float.intBitsToFloat(NativeMemory.getInt(at + 4L * rows[i]));
          to[i] = Double.doubleToRawLongBits(value);
        }
      }
      case DECIMAL8 -> {
        long bytes = from.decimalBytes();
        for (int i = 0; i < count; i++) {
          to[i] = NativeMemory.getLong(at + bytes * rows[i]);
        }
      }
      case LABEL2, LABEL4 -> readRanks((Enumerated) type, from, rows, count, to);
      case DECIMAL16, BYTES16, VARIABLE -> throw new AssertionError("wider than a long: " + type);
    }
  }

  /**
   * Variant of {@link #read} for {@code count} consecutive rows from {@code first} on. Returns
   * false if the column has no width for which that is faster; then nothing is read.
   */
  public static boolean readRange(
      ColumnType type, ColumnVector from, int first, int count, long[] to) {
    int width =
        switch (ArrowConversion.of(type)) {
          case COPY4 -> Integer.BYTES;
          case COPY8, FLOAT8 -> Long.BYTES;
          case DECIMAL8 -> from.decimalBytes() == Long.BYTES ? Long.BYTES : 0;
          case BIT, COPY2, FLOAT4, LABEL2, LABEL4 -> 0;
          case DECIMAL16, BYTES16, VARIABLE -> 0;
        };
    long at = from.values() + (long) width * first;
    if (width == Long.BYTES) {
      NativeMemory.copy(at, to, count);
    } else if (width == Integer.BYTES) {
      for (int i = 0; i < count; i++) {
        to[i] = NativeMemory.getInt(at + 4L * i);
      }
    }
    return width != 0;
  }

  private static void readRanks(
      Enumerated type, ColumnVector from, int[] rows, int count, long[] to) {
    List<EnumLabel> labels = type.type().labels();
    boolean isWide = ArrowConversion.of(type) == ArrowConversion.LABEL4;
    for (int i = 0; i < count; i++) {
      int position =
          isWide
              ? NativeMemory.getInt(from.values() + 4L * rows[i])
              : NativeMemory.getShort(from.values() + 2L * rows[i]);
      to[i] = labels.get(position).rank();
    }
  }
}
