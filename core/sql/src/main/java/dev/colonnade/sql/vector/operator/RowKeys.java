package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Some columns of a row as bytes: two rows are equal in them exactly if their bytes are. */
final class RowKeys {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private static final byte NULL = 0;
  private static final byte LONG = 1;
  private static final byte TEXT = 2;
  private static final byte OTHER = 3;

  private final int[] columns;
  private final VectorType[] types;
  private final boolean[] meetNulls;
  private byte[] bytes = new byte[64];
  private int length;

  /**
   * Keys of these columns.
   *
   * @param types of the columns
   */
  RowKeys(int[] columns, VectorType[] types) {
    this(columns, types, new boolean[columns.length]);
  }

  /**
   * Keys of these columns.
   *
   * @param meetNulls whether a key with NULL in the column is as good as others
   */
  RowKeys(int[] columns, VectorType[] types, boolean[] meetNulls) {
    this.columns = columns;
    this.types = types;
    this.meetNulls = meetNulls;
  }

  /** The key that was encoded last: the first {@link #length} bytes. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Encodes the key of a row. Returns whether no column of it is NULL that must not be. */
  boolean encode(VectorBatch batch, int row) {
    length = 0;
    boolean isComplete = true;
    for (int i = 0; i < columns.length; i++) {
      Vector column = batch.column(columns[i]);
      if (column.isNull(row)) {
        reserve(1);
        bytes[length++] = NULL;
        isComplete &= meetNulls[i];
      } else {
        encode(column, row, types[i]);
      }
    }
    return isComplete;
  }

  private void encode(Vector column, int row, VectorType type) {
    switch (column) {
      case LongVector some -> putLong(some.values()[row]);
      case DoubleVector some -> putLong(Double.doubleToLongBits(some.values()[row] + 0.0));
      case BooleanVector some -> putLong(some.values()[row] ? 1 : 0);
      case TextVector some -> putText(TEXT, some.bytes(), some.start(row), some.length(row));
      case ObjectVector some -> putObject(some.value(row), type);
    }
  }

  private void putObject(@Nullable Object value, VectorType type) {
    Long number =
        type.form() == VectorType.Form.LONG && value instanceof BigDecimal decimal
            ? type.longOf(decimal)
            : null;
    if (number != null) {
      putLong(number);
      return;
    }
    byte[] text = String.valueOf(value).getBytes(StandardCharsets.UTF_8);
    putText(OTHER, text, 0, text.length);
  }

  private void putLong(long value) {
    reserve(1 + Long.BYTES);
    bytes[length] = LONG;
    LONGS.set(bytes, length + 1, value);
    length += 1 + Long.BYTES;
  }

  private void putText(byte kind, byte[] from, int start, int count) {
    reserve(1 + Integer.BYTES + count);
    bytes[length] = kind;
    INTS.set(bytes, length + 1, count);
    System.arraycopy(from, start, bytes, length + 1 + Integer.BYTES, count);
    length += 1 + Integer.BYTES + count;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }

  /** A hash of the key that was encoded last. */
  int hash() {
    long hash = length;
    int position = 0;
    for (; position + Long.BYTES <= length; position += Long.BYTES) {
      hash = (hash ^ (long) LONGS.get(bytes, position)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    for (; position < length; position++) {
      hash = (hash ^ bytes[position]) * 0x9E3779B97F4A7C15L;
    }
    hash ^= hash >>> 29;
    hash *= 0xBF58476D1CE4E5B9L;
    return (int) (hash ^ (hash >>> 32));
  }
}
