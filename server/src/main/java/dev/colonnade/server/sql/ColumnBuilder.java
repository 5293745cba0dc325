package dev.colonnade.server.sql;

import dev.colonnade.protocol.sql.SqlColumnInfo;
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
  private final int scale;
  private final TextOfValue texts;

  private byte[] validity = new byte[FIRST_ROWS / Byte.SIZE];
  private byte[] values;
  private byte[] content = new byte[0];
  private int contentBytes;
  private int nullCount;

  ColumnBuilder(SqlColumnInfo column, TextOfValue texts) {
    this.form = formOf(column);
    this.scale = column.type().carrier().scale();
    this.texts = texts;
    this.values = new byte[FIRST_ROWS * Math.max(1, form.widthBytes) + Integer.BYTES];
  }

  /** Turns a value that Arrow has no column for into text. */
  @FunctionalInterface
  interface TextOfValue {
    String textOf(Object value);
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
      case TEXT -> putText(row, value instanceof String text ? text : texts.textOf(value));
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

  private void putBytes(int row, byte[] bytes) {
    int end = Math.addExact(contentBytes, bytes.length);
    if (end > content.length) {
      content = Arrays.copyOf(content, Math.max(end, grown(content.length, FIRST_BYTES_OF_TEXT)));
    }
    System.arraycopy(bytes, 0, content, contentBytes, bytes.length);
    contentBytes = end;
    INTS.set(values, (row + 1) * Integer.BYTES, end);
  }

  private void ensure(int rows) {
    if (rows > validity.length * Byte.SIZE) {
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
