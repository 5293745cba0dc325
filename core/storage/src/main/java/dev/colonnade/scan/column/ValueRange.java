package dev.colonnade.scan.column;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.type.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * Range of the values of a column in a block (zone map): of integers, dates, times, and NUMERICs of
 * up to 18 digits, unscaled. NULLs do not count.
 *
 * @param min smallest value
 * @param max largest value, not below {@code min}
 */
public record ValueRange(long min, long max) {
  public ValueRange {
    if (min > max) {
      throw new IllegalArgumentException("range is reversed: min=" + min + " max=" + max);
    }
  }

  /**
   * Returns the range of the first {@code rowCount} values of a vector in storage width; null if
   * the type has none, or all values are NULL.
   */
  public static @Nullable ValueRange of(ColumnType type, ColumnVector vector, int rowCount) {
    int width =
        switch (type.storage()) {
          case INT16 -> Short.BYTES;
          case INT32 -> Integer.BYTES;
          case INT64 -> Long.BYTES;
          case BOOL1, FLOAT32, FLOAT64, INT128, BYTES16, ENUM32, VARIABLE -> 0;
        };
    return width == 0 ? null : of(vector, width, rowCount);
  }

  private static @Nullable ValueRange of(ColumnVector vector, int width, int rowCount) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int row = 0; row < rowCount; row++) {
      if (!vector.isNull(row)) {
        long value = valueAt(vector.values(), width, row);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    return min > max ? null : new ValueRange(min, max);
  }

  private static long valueAt(long values, int width, int row) {
    return switch (width) {
      case Short.BYTES -> NativeMemory.getShort(values + 2L * row);
      case Integer.BYTES -> NativeMemory.getInt(values + 4L * row);
      default -> NativeMemory.getLong(values + 8L * row);
    };
  }
}
