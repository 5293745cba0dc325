package dev.colonnade.server.parquet.read;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.parquet.decode.ValueDecoder;
import dev.colonnade.server.parquet.format.LogicalType;
import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.PhysicalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.UUID;

/** Conversion of stored values of a column to Java values, by its logical type. */
@FunctionalInterface
interface StoredValues {
  long NANOS_PER_SECOND = 1_000_000_000;
  long SECONDS_PER_DAY = 86_400;
  long JULIAN_EPOCH = 2_440_588;
  int FLOAT16_BYTES = 2;
  int UUID_BYTES = 16;

  /** Returns the current value of a decoder. */
  Object read(ValueDecoder value);

  /** Returns the conversion for a column; UNSUPPORTED if its type is not read. */
  static StoredValues of(LeafColumn column) {
    LogicalType logical = column.logical();
    PhysicalType physical = column.physical();
    boolean isLong = physical == PhysicalType.INT32 || physical == PhysicalType.INT64;
    boolean isFixed = physical == PhysicalType.FIXED_BYTES;
    boolean isBytes = isFixed || physical == PhysicalType.BYTE_ARRAY;
    return switch (logical.kind()) {
      case NONE, UNKNOWN -> plain(physical);
      case STRING, JSON -> require(column, isBytes, StoredValues::text);
      case DECIMAL -> require(column, isLong || isBytes, decimal(isLong, logical.scale()));
      case DATE -> require(column, isLong, value -> LocalDate.ofEpochDay(value.number()));
      case TIME -> require(column, isLong, time(logical.unitsPerSecond()));
      case TIMESTAMP -> require(column, isLong, timestamp(logical));
      case INTEGER -> require(column, isLong, integer(physical, logical.isAdjusted()));
      case UUID ->
          require(column, isFixed && column.fixedBytes() == UUID_BYTES, StoredValues::uuid);
      case FLOAT16 ->
          require(
              column,
              isFixed && column.fixedBytes() == FLOAT16_BYTES,
              value -> Float.float16ToFloat(littleEndian(value).getShort()));
      case LIST, OTHER ->
          throw ParquetErrors.unsupported(
              "values of the type of column \"%s\" are not read".formatted(column.name()));
    };
  }

  private static StoredValues require(LeafColumn column, boolean fits, StoredValues values) {
    if (!fits) {
      throw ParquetErrors.malformed(
          "column \"%s\" has a logical type of another physical type".formatted(column.name()));
    }
    return values;
  }

  private static StoredValues plain(PhysicalType physical) {
    return switch (physical) {
      case BOOLEAN -> value -> value.number() != 0;
      case INT32, INT64 -> ValueDecoder::number;
      case INT96 -> StoredValues::julianTime;
      case FLOAT -> value -> Float.intBitsToFloat((int) value.number());
      case DOUBLE -> value -> Double.longBitsToDouble(value.number());
      case BYTE_ARRAY, FIXED_BYTES -> StoredValues::bytes;
    };
  }

  private static byte[] bytes(ValueDecoder value) {
    return Arrays.copyOfRange(value.bytes(), value.start(), value.start() + value.length());
  }

  private static ByteBuffer littleEndian(ValueDecoder value) {
    return ByteBuffer.wrap(value.bytes(), value.start(), value.length())
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String text(ValueDecoder value) {
    boolean isAscii = true;
    for (int i = value.start(); i < value.start() + value.length() && isAscii; i++) {
      isAscii = value.bytes()[i] > 0;
    }
    if (isAscii) {
      return new String(value.bytes(), value.start(), value.length(), StandardCharsets.ISO_8859_1);
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(value.bytes(), value.start(), value.length()))
              .toString();
      if (text.indexOf('\0') < 0) {
        return text;
      }
    } catch (CharacterCodingException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\"", e);
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\": 0x00");
  }

  private static StoredValues decimal(boolean isLong, int scale) {
    return isLong
        ? value -> BigDecimal.valueOf(value.number(), scale)
        : value ->
            new BigDecimal(
                value.length() == 0
                    ? BigInteger.ZERO
                    : new BigInteger(value.bytes(), value.start(), value.length()),
                scale);
  }

  private static StoredValues integer(PhysicalType physical, boolean isSigned) {
    if (isSigned) {
      return ValueDecoder::number;
    }
    return physical == PhysicalType.INT32
        ? value -> value.number() & 0xffffffffL
        : value -> unsigned(value.number());
  }

  private static Object unsigned(long value) {
    return value >= 0
        ? (Object) value
        : new BigDecimal(new BigInteger(Long.toUnsignedString(value)));
  }

  private static StoredValues time(long unitsPerSecond) {
    long nanos = NANOS_PER_SECOND / unitsPerSecond;
    long end = SECONDS_PER_DAY * unitsPerSecond;
    return value -> {
      long units = value.number();
      if (units < 0 || units > end) {
        throw new ColonnadeException(
            ErrorCode.DATETIME_OUT_OF_RANGE, "time out of range: " + units);
      }
      return units == end ? LocalTime.MAX : LocalTime.ofNanoOfDay(units * nanos);
    };
  }

  private static StoredValues timestamp(LogicalType logical) {
    long perSecond = logical.unitsPerSecond();
    long nanos = NANOS_PER_SECOND / perSecond;
    return value -> {
      long units = value.number();
      Instant instant =
          Instant.ofEpochSecond(
              Math.floorDiv(units, perSecond), Math.floorMod(units, perSecond) * nanos);
      return logical.isAdjusted() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    };
  }

  /** Reads the nanoseconds of a day and its Julian number, as Impala and Spark write timestamps. */
  private static Object julianTime(ValueDecoder value) {
    ByteBuffer bytes = littleEndian(value);
    long nanos = bytes.getLong();
    long days = Integer.toUnsignedLong(bytes.getInt()) - JULIAN_EPOCH;
    return Instant.ofEpochSecond(days * SECONDS_PER_DAY, nanos);
  }

  private static UUID uuid(ValueDecoder value) {
    ByteBuffer bytes = ByteBuffer.wrap(value.bytes(), value.start(), value.length());
    return new UUID(bytes.getLong(), bytes.getLong());
  }
}
