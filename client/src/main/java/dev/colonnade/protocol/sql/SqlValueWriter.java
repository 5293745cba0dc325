package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.EpochTime;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Encoder of parameter values in the layout of {@link SqlValueLayout}. */
public final class SqlValueWriter {
  private final ByteBuf out;

  public SqlValueWriter(ByteBuf out) {
    this.out = requireNonNull(out, "out is null");
  }

  /**
   * Appends a value: null, Boolean, an integer, Float, Double, BigDecimal, String, byte array,
   * LocalDate, LocalTime, LocalDateTime, Instant, OffsetDateTime or UUID. Infinite dates and
   * timestamps are those of {@link EpochTime}.
   *
   * @throws IllegalArgumentException if the value has another class, or is out of range
   * @throws ArithmeticException if a date or timestamp is out of range
   */
  public void write(@Nullable Object value) {
    if (value == null) {
      out.writeByte(SqlValueLayout.NULL);
    } else if (value instanceof Number number) {
      writeNumber(number);
    } else if (value instanceof String text) {
      out.writeByte(SqlValueLayout.TEXT);
      writeVarint(ByteBufUtil.utf8Bytes(text));
      ByteBufUtil.writeUtf8(out, text);
    } else if (value instanceof Boolean truth) {
      out.writeByte(truth ? SqlValueLayout.TRUE : SqlValueLayout.FALSE);
    } else if (value instanceof byte[] bytes) {
      out.writeByte(SqlValueLayout.BYTES);
      writeVarint(bytes.length);
      out.writeBytes(bytes);
    } else if (value instanceof UUID uuid) {
      out.writeByte(SqlValueLayout.UUID);
      out.writeLongLE(uuid.getMostSignificantBits());
      out.writeLongLE(uuid.getLeastSignificantBits());
    } else {
      writeDateTime(value);
    }
  }

  private void writeNumber(Number number) {
    if (number instanceof Long value) {
      out.writeByte(SqlValueLayout.LONG);
      out.writeLongLE(value);
    } else if (number instanceof Integer value) {
      out.writeByte(SqlValueLayout.INT);
      out.writeIntLE(value);
    } else if (number instanceof BigDecimal value) {
      writeDecimal(value);
    } else if (number instanceof Double value) {
      out.writeByte(SqlValueLayout.DOUBLE);
      out.writeLongLE(Double.doubleToRawLongBits(value));
    } else if (number instanceof Float value) {
      out.writeByte(SqlValueLayout.FLOAT);
      out.writeIntLE(Float.floatToRawIntBits(value));
    } else if (number instanceof Short || number instanceof Byte) {
      out.writeByte(SqlValueLayout.SHORT);
      out.writeShortLE(number.shortValue());
    } else {
      throw unknown(number);
    }
  }

  private void writeDecimal(BigDecimal value) {
    byte[] unscaled = value.unscaledValue().toByteArray();
    if (unscaled.length > SqlValueLayout.DECIMAL_BYTES_MAX
        || Math.abs((long) value.scale()) > SqlValueLayout.DECIMAL_SCALE_MAX) {
      throw new IllegalArgumentException(
          "number has too many digits: precision=" + value.precision() + " scale=" + value.scale());
    }
    out.writeByte(SqlValueLayout.DECIMAL);
    out.writeIntLE(value.scale());
    writeVarint(unscaled.length);
    out.writeBytes(unscaled);
  }

  private void writeDateTime(Object value) {
    if (value instanceof LocalDate date) {
      out.writeByte(SqlValueLayout.DATE);
      out.writeIntLE(EpochTime.days(date));
    } else if (value instanceof LocalTime time) {
      out.writeByte(SqlValueLayout.TIME);
      out.writeLongLE(EpochTime.microsOfDay(time));
    } else if (value instanceof LocalDateTime time) {
      writeMicros(SqlValueLayout.TIMESTAMP, EpochTime.micros(time));
    } else if (value instanceof Instant instant) {
      writeMicros(SqlValueLayout.TIMESTAMPTZ, EpochTime.micros(instant));
    } else if (value instanceof OffsetDateTime time) {
      writeMicros(SqlValueLayout.TIMESTAMPTZ, EpochTime.micros(time));
    } else {
      throw unknown(value);
    }
  }

  private void writeMicros(int tag, long micros) {
    out.writeByte(tag);
    out.writeLongLE(micros);
  }

  private void writeVarint(int value) {
    int rest = value;
    while (rest >= 0x80) {
      out.writeByte((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  private static IllegalArgumentException unknown(Object value) {
    return new IllegalArgumentException(
        "no parameter can have a value of this class: class=" + value.getClass().getName());
  }
}
