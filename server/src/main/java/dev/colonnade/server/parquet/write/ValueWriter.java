package dev.colonnade.server.parquet.write;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.server.parquet.format.LogicalType;
import dev.colonnade.server.parquet.format.PhysicalType;
import dev.colonnade.server.sql.SqlTranslator;
import dev.colonnade.server.sql.WireDecimals;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.SpecialNumeric;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;

/**
 * Writer of the values of a SQL type in plain encoding. Types without an equivalent are written as
 * text in PostgreSQL's format.
 *
 * @param name of the column, for messages
 * @param carrier type of SQL that is the equivalent of the Parquet type
 */
record ValueWriter(String name, TypeKind kind, WireType carrier) {
  /** Bytes of a UUID, and of a decimal of more than 18 digits. */
  private static final int FIXED_BYTES = 16;

  private static final int INT32_DIGITS = 9;
  private static final int INT64_DIGITS = 18;

  static ValueWriter of(String name, SqlType type) {
    return new ValueWriter(name, type.kind(), SqlTranslator.type(type).carrier());
  }

  PhysicalType physical() {
    return switch (carrier.kind()) {
      case BOOLEAN -> PhysicalType.BOOLEAN;
      case SMALLINT, INTEGER, DATE -> PhysicalType.INT32;
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> PhysicalType.INT64;
      case REAL -> PhysicalType.FLOAT;
      case DOUBLE -> PhysicalType.DOUBLE;
      case NUMERIC -> {
        if (carrier.precision() <= INT32_DIGITS) {
          yield PhysicalType.INT32;
        }
        yield carrier.precision() <= INT64_DIGITS ? PhysicalType.INT64 : PhysicalType.FIXED_BYTES;
      }
      case TEXT, VARCHAR, CHAR, ENUM, BYTEA -> PhysicalType.BYTE_ARRAY;
      case UUID -> PhysicalType.FIXED_BYTES;
    };
  }

  /** Returns the bytes of a value; 0 if its physical type determines them. */
  int fixedBytes() {
    return physical() == PhysicalType.FIXED_BYTES ? FIXED_BYTES : 0;
  }

  LogicalType logical() {
    return switch (carrier.kind()) {
      case BOOLEAN, INTEGER, BIGINT, REAL, DOUBLE, BYTEA -> LogicalType.NONE;
      case SMALLINT -> LogicalType.integer(Short.SIZE, true);
      case NUMERIC -> LogicalType.decimal(carrier.precision(), carrier.scale());
      case TEXT, VARCHAR, CHAR, ENUM ->
          LogicalType.of(
              kind == TypeKind.JSON || kind == TypeKind.JSONB
                  ? LogicalType.Kind.JSON
                  : LogicalType.Kind.STRING);
      case DATE -> LogicalType.of(LogicalType.Kind.DATE);
      case TIME -> LogicalType.time(LogicalType.MICROS, false);
      case TIMESTAMP -> LogicalType.timestamp(LogicalType.MICROS, false);
      case TIMESTAMPTZ -> LogicalType.timestamp(LogicalType.MICROS, true);
      case UUID -> LogicalType.of(LogicalType.Kind.UUID);
    };
  }

  ValueOrder order() {
    return switch (physical()) {
      case BOOLEAN -> ValueOrder.BOOLEAN;
      case INT32 -> ValueOrder.INT32;
      case INT64, INT96 -> ValueOrder.INT64;
      case FLOAT -> ValueOrder.FLOAT;
      case DOUBLE -> ValueOrder.DOUBLE;
      case BYTE_ARRAY -> ValueOrder.BYTES;
      case FIXED_BYTES ->
          carrier.kind() == WireKind.NUMERIC ? ValueOrder.SIGNED_BYTES : ValueOrder.BYTES;
    };
  }

  /** Returns the bytes before a value that contain its length. */
  int prefixBytes() {
    return physical() == PhysicalType.BYTE_ARRAY ? Integer.BYTES : 0;
  }

  /** Appends a value, of the Java class of its type; a BOOLEAN is one byte. */
  void put(ByteBuf out, Object value) {
    switch (carrier.kind()) {
      case BOOLEAN -> out.writeByte((Boolean) value ? 1 : 0);
      case SMALLINT, INTEGER -> out.writeIntLE(((Number) value).intValue());
      case BIGINT -> out.writeLongLE(((Number) value).longValue());
      case REAL -> out.writeFloatLE(((Number) value).floatValue());
      case DOUBLE -> out.writeDoubleLE(((Number) value).doubleValue());
      case NUMERIC -> putDecimal(out, (BigDecimal) value);
      case TEXT, VARCHAR, CHAR, ENUM ->
          putBytes(
              out,
              (value instanceof String text ? text : TextOutputFormat.of(kind, value))
                  .getBytes(StandardCharsets.UTF_8));
      case BYTEA -> putBytes(out, (byte[]) value);
      case DATE -> out.writeIntLE(EpochMicros.ofLocalDate((LocalDate) value));
      case TIME -> out.writeLongLE(EpochMicros.ofLocalTime((LocalTime) value));
      case TIMESTAMP -> out.writeLongLE(EpochMicros.ofLocalDateTime((LocalDateTime) value));
      case TIMESTAMPTZ -> out.writeLongLE(EpochMicros.ofInstant((Instant) value));
      case UUID -> {
        UUID id = (UUID) value;
        out.writeLong(id.getMostSignificantBits()).writeLong(id.getLeastSignificantBits());
      }
    }
  }

  private static void putBytes(ByteBuf out, byte[] bytes) {
    out.writeIntLE(bytes.length).writeBytes(bytes);
  }

  private void putDecimal(ByteBuf out, BigDecimal value) {
    if (SpecialNumeric.isNaN(value)) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "a decimal of Parquet cannot be NaN: cast column \"%s\" to double precision or text"
              .formatted(name));
    }
    BigInteger unscaled = WireDecimals.scaled(value, carrier).unscaledValue();
    PhysicalType physical = physical();
    int bytes = physical == PhysicalType.FIXED_BYTES ? FIXED_BYTES : physical.widthBytes();
    if (unscaled.bitLength() >= bytes * Byte.SIZE) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "value does not fit the column: type=" + carrier + " value=" + value);
    }
    switch (physical) {
      case INT32 -> out.writeIntLE(unscaled.intValue());
      case INT64 -> out.writeLongLE(unscaled.longValue());
      default ->
          out.writeLong(unscaled.shiftRight(Long.SIZE).longValue()).writeLong(unscaled.longValue());
    }
  }
}
