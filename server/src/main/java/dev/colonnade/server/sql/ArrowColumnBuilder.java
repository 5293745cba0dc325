package dev.colonnade.server.sql;

import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.value.SpecialNumeric;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builder of one Arrow column: a validity bitmap, and contiguous values of fixed width or offsets
 * and bytes.
 */
final class ArrowColumnBuilder {
  private static final int FIRST_ROWS = 16;
  private static final int FIRST_BYTES_OF_TEXT = 256;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final ArrowLayout form;
  private final SqlColumn column;
  private final WireType type;

  private byte[] validity = new byte[FIRST_ROWS / Byte.SIZE];
  private byte[] values;
  private byte[] content = new byte[0];
  private int contentBytes;
  private int nullCount;
  private boolean hasNaN;

  /**
   * Creates an empty column.
   *
   * @param info description of the column that is sent to the client
   */
  ArrowColumnBuilder(SqlColumnInfo info, SqlColumn column) {
    this.form = ArrowLayout.of(info);
    this.column = column;
    this.type = info.type().carrier();
    this.values = new byte[FIRST_ROWS * Math.max(1, form.widthBytes()) + Integer.BYTES];
  }

  /**
   * Adds the value of a row; rows are added in ascending order.
   *
   * @return size of the value beyond its fixed width, in bytes
   */
  int add(int row, @Nullable Object value) {
    ensure(row + 1);
    if (value == null) {
      nullCount++;
      if (form.isVariable()) {
        INTS.set(values, (row + 1) * Integer.BYTES, contentBytes);
      }
      return 0;
    }
    validity[row >> 3] |= (byte) (1 << (row & 7));
    int before = contentBytes;
    put(row, value);
    return contentBytes - before;
  }

  /**
   * Adds rows of a vector, from {@code from} up to {@code to}, as rows {@code row} and following.
   *
   * @return size of the values beyond their fixed width, in bytes
   */
  int addAll(int row, TypedVector source, int from, int to) {
    int count = to - from;
    ensure(row + count);
    int before = contentBytes;
    boolean isWritten =
        switch (source.vector()) {
          case LongVector longs -> slots(row).putLongs(longs.values(), source.type(), from, to);
          case DoubleVector doubles -> slots(row).putDoubles(doubles.values(), from, to);
          case BooleanVector booleans -> addBits(row, booleans.values(), from, to);
          case TextVector texts -> addTexts(row, texts, from, to);
          case ObjectVector _ -> false;
        };
    if (isWritten) {
      markNulls(row, source.vector(), from, to);
    } else {
      for (int i = 0; i < count; i++) {
        add(row + i, column.shown(source.vector().held(from + i, source.type())));
      }
    }
    return contentBytes - before;
  }

  /** Vector with the type of its values. */
  record TypedVector(Vector vector, VectorType type) {}

  private boolean addBits(int row, boolean[] booleans, int from, int to) {
    if (form != ArrowLayout.BITS) {
      return false;
    }
    for (int i = from; i < to; i++) {
      int at = row + i - from;
      if (booleans[i]) {
        values[at >> 3] |= (byte) (1 << (at & 7));
      }
    }
    return true;
  }

  private boolean addTexts(int row, TextVector texts, int from, int to) {
    if (form != ArrowLayout.TEXT) {
      return false;
    }
    int width = blanksMax();
    byte[] bytes = texts.bytes();
    for (int i = from; i < to; i++) {
      int length = texts.isNull(i) ? 0 : texts.length(i);
      int start = texts.start(i);
      int blanks = width == 0 || texts.isNull(i) ? 0 : width - texts.characterCount(i);
      int end = ensureContent(length + Math.max(0, blanks));
      System.arraycopy(bytes, start, content, contentBytes, length);
      if (blanks > 0) {
        Arrays.fill(content, end - blanks, end, (byte) ' ');
      }
      contentBytes = end;
      INTS.set(values, (row + i - from + 1) * Integer.BYTES, end);
    }
    return true;
  }

  private void markNulls(int row, Vector vector, int from, int to) {
    boolean[] nulls = vector.nulls();
    int at = row;
    for (int i = from; i < to; i++, at++) {
      if (nulls != null && nulls[i]) {
        nullCount++;
      } else if (nulls == null && (at & 7) == 0 && to - i >= Byte.SIZE) {
        validity[at >> 3] = (byte) 0xFF;
        i += Byte.SIZE - 1;
        at += Byte.SIZE - 1;
      } else {
        validity[at >> 3] |= (byte) (1 << (at & 7));
      }
    }
  }

  /** Removes all values. */
  void clear() {
    Arrays.fill(validity, (byte) 0);
    Arrays.fill(values, (byte) 0);
    contentBytes = 0;
    nullCount = 0;
    hasNaN = false;
  }

  int nullCount() {
    return nullCount;
  }

  /** Returns whether a value of a decimal is NaN. */
  boolean hasNaN() {
    return hasNaN;
  }

  /** Returns the fixed size of each value in bytes, NULLs included. */
  int widthBytes() {
    return Math.max(1, form.widthBytes());
  }

  /** Returns the maximum number of blanks with which a value is padded. */
  int blanksMax() {
    return column.type().kind() == TypeKind.CHAR ? column.type().precision() : 0;
  }

  /**
   * Adds the buffers of the first {@code rows} rows to {@code parts}; valid until the next change.
   */
  void addParts(int rows, List<ArrowBuffer> parts) {
    int bitBytes = (rows + Byte.SIZE - 1) / Byte.SIZE;
    parts.add(new ArrowBuffer(validity, nullCount == 0 ? 0 : bitBytes));
    if (form == ArrowLayout.BITS) {
      parts.add(new ArrowBuffer(values, bitBytes));
    } else if (form.isVariable()) {
      parts.add(new ArrowBuffer(values, (rows + 1) * Integer.BYTES));
      parts.add(new ArrowBuffer(content, contentBytes));
    } else {
      parts.add(new ArrowBuffer(values, rows * form.widthBytes()));
    }
  }

  private void put(int row, Object value) {
    switch (form) {
      case BITS -> {
        if ((Boolean) value) {
          values[row >> 3] |= (byte) (1 << (row & 7));
        }
      }
      case TEXT -> putText(row, value instanceof String text ? text : textOf(value));
      case BYTES -> putBytes(row, (byte[]) value);
      case INT16, INT32, INT64, FLOAT32, FLOAT64, UUID, DATE, TIME, TIMESTAMP, TIMESTAMPTZ ->
          slots(row).put(value);
      case DECIMAL -> {
        hasNaN |= SpecialNumeric.isNaN((BigDecimal) value);
        slots(row).put(value);
      }
    }
  }

  /** Returns a view of the values from a row on. */
  private FixedWidthColumn slots(int row) {
    return new FixedWidthColumn(form, type, values, row);
  }

  private void putText(int row, String text) {
    putBytes(row, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Formats a value of a type without an Arrow equivalent as text. */
  private String textOf(Object value) {
    return TextOutputFormat.of(column.type().kind(), value);
  }

  /** Ensures capacity for {@code more} bytes, and returns their end offset. */
  private int ensureContent(int more) {
    int end = Math.addExact(contentBytes, more);
    if (end > content.length) {
      content = Arrays.copyOf(content, Math.max(end, grown(content.length, FIRST_BYTES_OF_TEXT)));
    }
    return end;
  }

  private void putBytes(int row, byte[] bytes) {
    int end = ensureContent(bytes.length);
    System.arraycopy(bytes, 0, content, contentBytes, bytes.length);
    contentBytes = end;
    INTS.set(values, (row + 1) * Integer.BYTES, end);
  }

  private void ensure(int rows) {
    while (rows > validity.length * Byte.SIZE) {
      validity = Arrays.copyOf(validity, grown(validity.length, 1));
      values = Arrays.copyOf(values, grown(values.length, Integer.BYTES));
    }
  }

  private static int grown(int length, int least) {
    return Math.max(least, Math.toIntExact(2L * length));
  }
}
