package dev.colonnade.server.sql;

import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.sql.function.TextForm;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of one column as Arrow has them: validity bits, and values side by side, or
 * offsets and bytes.
 */
final class ColumnBuilder {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int DECIMAL_BYTES = 16;
  private static final int UUID_BYTES = 16;
  private static final int FIRST_ROWS = 16;
  private static final int FIRST_BYTES_OF_TEXT = 256;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
  private static final long NANOS_PER_MICRO = 1_000;

  /** What the bytes of a value are. */
  private enum Form {
    BITS(0),
    INT16(2),
    INT32(4),
    INT64(8),
    FLOAT32(4),
    FLOAT64(8),
    DECIMAL(DECIMAL_BYTES),
    UUID(UUID_BYTES),
    DATE(4),
    TIME(8),
    TIMESTAMP(8),
    TIMESTAMPTZ(8),
    TEXT(4),
    BYTES(4);

    private final int widthBytes;

    Form(int widthBytes) {
      this.widthBytes = widthBytes;
    }

    boolean isVariable() {
      return this == TEXT || this == BYTES;
    }
  }

  private final Form form;
  private final SqlColumn column;
  private final int scale;

  private byte[] validity = new byte[FIRST_ROWS / Byte.SIZE];
  private byte[] values;
  private byte[] content = new byte[0];
  private int contentBytes;
  private int nullCount;

  /**
   * A column without values.
   *
   * @param info what the client is told of the column
   */
  ColumnBuilder(SqlColumnInfo info, SqlColumn column) {
    this.form = formOf(info);
    this.column = column;
    this.scale = info.type().carrier().scale();
    this.values = new byte[FIRST_ROWS * Math.max(1, form.widthBytes) + Integer.BYTES];
  }

  /**
   * Adds the value of the row of that number; rows come in their order.
   *
   * @return bytes that it takes besides its width
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
   * Adds rows of a vector, from {@code from} up to {@code to}; the first of them is the row of that
   * number.
   *
   * @return bytes that they take besides their width
   */
  int addAll(int row, TypedVector source, int from, int to) {
    int count = to - from;
    ensure(row + count);
    int before = contentBytes;
    boolean isWritten =
        switch (source.vector()) {
          case LongVector longs -> addLongs(row, longs.values(), source.type(), from, to);
          case DoubleVector doubles -> addDoubles(row, doubles.values(), from, to);
          case BooleanVector truths -> addBits(row, truths.values(), from, to);
          case TextVector some -> addTexts(row, some, from, to);
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

  /** A vector and how its values lie. */
  record TypedVector(Vector vector, VectorType type) {}

  /** Values of rows that are NULL are written as any others: they mean nothing. */
  private boolean addLongs(int row, long[] longs, VectorType type, int from, int to) {
    int shift = row - from;
    switch (form) {
      case INT16 -> {
        for (int i = from; i < to; i++) {
          SHORTS.set(values, (i + shift) * Short.BYTES, (short) longs[i]);
        }
      }
      case INT32, DATE -> {
        for (int i = from; i < to; i++) {
          INTS.set(values, (i + shift) * Integer.BYTES, (int) longs[i]);
        }
      }
      case INT64, TIME, TIMESTAMP, TIMESTAMPTZ -> {
        for (int i = from; i < to; i++) {
          LONGS.set(values, (i + shift) * Long.BYTES, longs[i]);
        }
      }
      case DECIMAL -> {
        if (type.scale() != scale) {
          return false;
        }
        for (int i = from; i < to; i++) {
          int at = (i + shift) * DECIMAL_BYTES;
          LONGS.set(values, at, longs[i]);
          LONGS.set(values, at + Long.BYTES, longs[i] >> (Long.SIZE - 1));
        }
      }
      case BITS, FLOAT32, FLOAT64, UUID, TEXT, BYTES -> {
        return false;
      }
    }
    return true;
  }

  private boolean addDoubles(int row, double[] doubles, int from, int to) {
    if (form != Form.FLOAT64) {
      return false;
    }
    int shift = row - from;
    for (int i = from; i < to; i++) {
      LONGS.set(values, (i + shift) * Double.BYTES, Double.doubleToRawLongBits(doubles[i]));
    }
    return true;
  }

  private boolean addBits(int row, boolean[] truths, int from, int to) {
    if (form != Form.BITS) {
      return false;
    }
    for (int i = from; i < to; i++) {
      int at = row + i - from;
      if (truths[i]) {
        values[at >> 3] |= (byte) (1 << (at & 7));
      }
    }
    return true;
  }

  private boolean addTexts(int row, TextVector some, int from, int to) {
    if (form != Form.TEXT) {
      return false;
    }
    int width = blanksMax();
    byte[] bytes = some.bytes();
    for (int i = from; i < to; i++) {
      int length = some.isNull(i) ? 0 : some.length(i);
      int start = some.start(i);
      int blanks = width == 0 || some.isNull(i) ? 0 : width - some.characterCount(i);
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

  /** Forgets all values. */
  void clear() {
    Arrays.fill(validity, (byte) 0);
    Arrays.fill(values, (byte) 0);
    contentBytes = 0;
    nullCount = 0;
  }

  int nullCount() {
    return nullCount;
  }

  /** Bytes that each value takes, be it NULL. */
  int widthBytes() {
    return Math.max(1, form.widthBytes);
  }

  /** How many blanks a value may be filled up with. */
  int blanksMax() {
    return column.type().kind() == TypeKind.CHAR ? column.type().precision() : 0;
  }

  /** Adds the buffers of so many rows, which stay valid until the next change. */
  void addParts(int rows, List<BatchPart> parts) {
    int bitBytes = (rows + Byte.SIZE - 1) / Byte.SIZE;
    parts.add(new BatchPart(validity, nullCount == 0 ? 0 : bitBytes));
    if (form == Form.BITS) {
      parts.add(new BatchPart(values, bitBytes));
    } else if (form.isVariable()) {
      parts.add(new BatchPart(values, (rows + 1) * Integer.BYTES));
      parts.add(new BatchPart(content, contentBytes));
    } else {
      parts.add(new BatchPart(values, rows * form.widthBytes));
    }
  }

  private void put(int row, Object value) {
    int at = row * form.widthBytes;
    switch (form) {
      case BITS -> {
        if ((Boolean) value) {
          values[row >> 3] |= (byte) (1 << (row & 7));
        }
      }
      case INT16 -> SHORTS.set(values, at, ((Number) value).shortValue());
      case INT32 -> INTS.set(values, at, ((Number) value).intValue());
      case INT64 -> LONGS.set(values, at, ((Number) value).longValue());
      case FLOAT32 -> INTS.set(values, at, Float.floatToRawIntBits(((Number) value).floatValue()));
      case FLOAT64 ->
          LONGS.set(values, at, Double.doubleToRawLongBits(((Number) value).doubleValue()));
      case DECIMAL -> putDecimal(at, (BigDecimal) value);
      case UUID -> putUuid(at, (UUID) value);
      case DATE -> INTS.set(values, at, (int) ((LocalDate) value).toEpochDay());
      case TIME -> LONGS.set(values, at, ((LocalTime) value).toNanoOfDay() / NANOS_PER_MICRO);
      case TIMESTAMP -> {
        LocalDateTime time = (LocalDateTime) value;
        long microsOfDay = time.toLocalTime().toNanoOfDay() / NANOS_PER_MICRO;
        LONGS.set(values, at, time.toLocalDate().toEpochDay() * MICROS_PER_DAY + microsOfDay);
      }
      case TIMESTAMPTZ -> {
        Instant instant = (Instant) value;
        LONGS.set(values, at, micros(instant.getEpochSecond(), instant.getNano()));
      }
      case TEXT -> putText(row, value instanceof String text ? text : textOf(value));
      case BYTES -> putBytes(row, (byte[]) value);
    }
  }

  private static long micros(long seconds, int nanos) {
    return Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), nanos / NANOS_PER_MICRO);
  }

  private void putDecimal(int at, BigDecimal value) {
    BigDecimal scaled = value.scale() == scale ? value : value.setScale(scale);
    BigInteger unscaled = scaled.unscaledValue();
    long low = unscaled.longValue();
    boolean isLong = unscaled.bitLength() < Long.SIZE;
    LONGS.set(values, at, low);
    LONGS.set(
        values,
        at + Long.BYTES,
        isLong ? low >> (Long.SIZE - 1) : unscaled.shiftRight(Long.SIZE).longValue());
  }

  private void putUuid(int at, UUID value) {
    LONGS.set(values, at, Long.reverseBytes(value.getMostSignificantBits()));
    LONGS.set(values, at + Long.BYTES, Long.reverseBytes(value.getLeastSignificantBits()));
  }

  private void putText(int row, String text) {
    putBytes(row, text.getBytes(StandardCharsets.UTF_8));
  }

  /** What Arrow has no column for is text. */
  private String textOf(Object value) {
    return TextForm.of(column.type().kind(), value);
  }

  /** Makes room for more bytes; gives where they will end. */
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

  private static Form formOf(SqlColumnInfo column) {
    return switch (column.type().carrier().kind()) {
      case BOOLEAN -> Form.BITS;
      case SMALLINT -> Form.INT16;
      case INTEGER -> Form.INT32;
      case BIGINT -> Form.INT64;
      case REAL -> Form.FLOAT32;
      case DOUBLE -> Form.FLOAT64;
      case NUMERIC -> Form.DECIMAL;
      case TEXT, VARCHAR, CHAR, ENUM -> Form.TEXT;
      case BYTEA -> Form.BYTES;
      case DATE -> Form.DATE;
      case TIME -> Form.TIME;
      case TIMESTAMP -> Form.TIMESTAMP;
      case TIMESTAMPTZ -> Form.TIMESTAMPTZ;
      case UUID -> Form.UUID;
    };
  }
}
