package dev.colonnade.scan.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.copy.BitReader;
import dev.colonnade.type.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of the values of one column of a {@link ColumnBatch} or of a cached block. They are
 * valid while the batch is open, or the block is retained.
 *
 * @param validity address of the validity bitmap; {@link #NO_ADDRESS} if there is no NULL
 * @param values address of the values; of the offsets of variable-width values; or, in the form
 *     CODED, of the codes
 * @param bytes address of variable-width bytes, in the form CODED that of the {@linkplain
 *     TextDictionary dictionary}; {@link #NO_ADDRESS} if the column is of fixed width
 * @param range smallest and largest value; null if unknown
 */
public record ColumnVector(
    long validity, long values, long bytes, Form form, @Nullable ValueRange range) {
  /** No address. */
  public static final long NO_ADDRESS = 0;

  /** Representation of the values. */
  public enum Form {
    /** As in Arrow's format: a NUMERIC of up to 18 digits has sixteen bytes. */
    ARROW,
    /** In storage width: a NUMERIC of up to 18 digits has eight bytes; otherwise like ARROW. */
    STORED,
    /** Of variable width: an unsigned byte for each row, the index into a dictionary. */
    CODED
  }

  public ColumnVector {
    requireNonNull(form, "form is null");
  }

  /** Returns whether the value of a row is NULL. */
  public boolean isNull(int row) {
    return validity != NO_ADDRESS && !BitReader.isSet(validity, row);
  }

  /** Returns the value of a row of a BOOLEAN column. */
  public boolean isTrue(int row) {
    return BitReader.isSet(values, row);
  }

  /** Returns the code of a row, for the form CODED. */
  public int code(int row) {
    return NativeMemory.getByte(values + row) & 0xFF;
  }

  /** Returns the bytes of a NUMERIC of up to 18 digits. */
  public int decimalBytes() {
    return form == Form.ARROW ? 2 * Long.BYTES : Long.BYTES;
  }

  /**
   * Returns the range of the first {@code rowCount} values of a vector in storage width; null if
   * the type has none, or all values are NULL.
   */
  @Nullable ValueRange rangeOf(ColumnType type, int rowCount) {
    int width =
        switch (type.storage()) {
          case INT16 -> Short.BYTES;
          case INT32 -> Integer.BYTES;
          case INT64 -> Long.BYTES;
          case BOOL1, FLOAT32, FLOAT64, INT128, BYTES16, ENUM32, VARIABLE -> 0;
        };
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int row = 0; width > 0 && row < rowCount; row++) {
      if (!isNull(row)) {
        long value = valueAt(width, row);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    return min > max ? null : new ValueRange(min, max);
  }

  private long valueAt(int width, int row) {
    return switch (width) {
      case Short.BYTES -> NativeMemory.getShort(values + 2L * row);
      case Integer.BYTES -> NativeMemory.getInt(values + 4L * row);
      default -> NativeMemory.getLong(values + 8L * row);
    };
  }

  /** Returns the same vector with a range of its values. */
  ColumnVector withRange(@Nullable ValueRange other) {
    return new ColumnVector(validity, values, bytes, form, other);
  }
}
