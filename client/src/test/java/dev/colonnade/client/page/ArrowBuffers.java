package dev.colonnade.client.page;

import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireKind;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Encoder of the buffers of one column of a batch, from objects. */
final class ArrowBuffers {
  private ArrowBuffers() {}

  static void add(
      ArrowMessages.Body body, ResultColumn column, List<@Nullable Object> values, int rowCount) {
    byte[] validity = new byte[(rowCount + 7) / 8];
    int nullCount = 0;
    for (int row = 0; row < rowCount; row++) {
      if (values.get(row) == null) {
        nullCount++;
      } else {
        validity[row / 8] |= (byte) (1 << (row % 8));
      }
    }
    body.addNode(rowCount, nullCount);
    body.addBuffer(nullCount == 0 ? new byte[0] : validity);
    if (column.type().kind() == WireKind.BOOLEAN) {
      body.addBuffer(bits(values, rowCount));
    } else if (column.type().kind().isVariableWidth()) {
      addBytes(body, values);
    } else {
      ByteArrayOutputStream slots = new ByteArrayOutputStream();
      values.forEach(value -> slots.writeBytes(slot(column, value)));
      body.addBuffer(slots.toByteArray());
    }
  }

  private static byte[] bits(List<@Nullable Object> values, int rowCount) {
    byte[] bits = new byte[(rowCount + 7) / 8];
    for (int row = 0; row < rowCount; row++) {
      if (Boolean.TRUE.equals(values.get(row))) {
        bits[row / 8] |= (byte) (1 << (row % 8));
      }
    }
    return bits;
  }

  private static void addBytes(ArrowMessages.Body body, List<@Nullable Object> values) {
    ByteBuffer offsets =
        ByteBuffer.allocate((values.size() + 1) * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    offsets.putInt(0);
    for (Object value : values) {
      if (value instanceof String text) {
        data.writeBytes(ArrowMessages.utf8(text));
      } else if (value instanceof byte[] bytes) {
        data.writeBytes(bytes);
      }
      offsets.putInt(data.size());
    }
    body.addBuffer(offsets.array());
    body.addBuffer(data.toByteArray());
  }

  private static byte[] slot(ResultColumn column, @Nullable Object value) {
    ByteBuffer slot = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    int width =
        switch (column.type().kind()) {
          case SMALLINT -> put(slot, Short.BYTES, value);
          case INTEGER -> put(slot, Integer.BYTES, value);
          case BIGINT -> put(slot, Long.BYTES, value);
          case REAL ->
              put(slot, Integer.BYTES, value == null ? 0 : Float.floatToRawIntBits((Float) value));
          case DOUBLE ->
              put(slot, Long.BYTES, value == null ? 0 : Double.doubleToRawLongBits((Double) value));
          case DATE ->
              put(slot, Integer.BYTES, value == null ? 0 : ((LocalDate) value).toEpochDay());
          case TIME, TIMESTAMP, TIMESTAMPTZ -> put(slot, Long.BYTES, microseconds(value));
          case ENUM -> put(slot, Short.BYTES, position(column, value));
          case NUMERIC -> putNumeric(slot, value);
          case UUID -> putUuid(slot, value);
          case BOOLEAN, TEXT, VARCHAR, CHAR, BYTEA -> throw new AssertionError(column);
        };
    return Arrays.copyOf(slot.array(), width);
  }

  private static int put(ByteBuffer slot, int width, @Nullable Object value) {
    slot.putLong(0, value == null ? 0 : ((Number) value).longValue());
    return width;
  }

  private static long microseconds(@Nullable Object value) {
    if (value instanceof LocalTime it) {
      return it.getLong(ChronoField.MICRO_OF_DAY);
    } else if (value instanceof LocalDateTime it) {
      return GoldenTables.micros(it.toInstant(ZoneOffset.UTC));
    }
    return value instanceof Instant it ? GoldenTables.micros(it) : 0;
  }

  private static int position(ResultColumn column, @Nullable Object value) {
    List<String> labels = column.type().labels().stream().map(WireEnumLabel::label).toList();
    return value == null ? 0 : labels.indexOf((String) value);
  }

  private static int putNumeric(ByteBuffer slot, @Nullable Object value) {
    BigInteger unscaled = value == null ? BigInteger.ZERO : ((BigDecimal) value).unscaledValue();
    slot.putLong(0, unscaled.longValue());
    slot.putLong(Long.BYTES, unscaled.shiftRight(Long.SIZE).longValue());
    return 16;
  }

  private static int putUuid(ByteBuffer slot, @Nullable Object value) {
    if (value instanceof UUID uuid) {
      slot.putLong(0, Long.reverseBytes(uuid.getMostSignificantBits()));
      slot.putLong(Long.BYTES, Long.reverseBytes(uuid.getLeastSignificantBits()));
    }
    return 16;
  }
}
