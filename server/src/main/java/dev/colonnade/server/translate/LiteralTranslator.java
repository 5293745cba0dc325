package dev.colonnade.server.translate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.type.ColumnType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Conversion of protocol literals to Java values. */
final class LiteralTranslator {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private LiteralTranslator() {}

  /**
   * Returns the literal as a value that is comparable with a column of {@code type}: of the type's
   * Java class, but numbers retain their width, since a comparison with a number outside of the
   * column's range is still defined.
   *
   * @throws ColonnadeException TYPE_MISMATCH if the literal is not comparable with the type
   */
  static Object comparable(Literal literal, ColumnType type) {
    return switch (literal) {
      case Literal.OfBoolean(boolean value) -> value;
      case Literal.OfLong(long value) -> ofLong(value, type);
      case Literal.OfDouble(double value) -> value;
      case Literal.OfDecimal(BigDecimal value) -> value;
      case Literal.OfText(String value) -> value;
      case Literal.OfBytes bytes -> bytes.value().toArray();
      case Literal.OfUuid uuid -> uuid.value();
    };
  }

  /**
   * Returns the literal as a value that a column of {@code type} can store.
   *
   * @throws ColonnadeException TYPE_MISMATCH or VALUE_OUT_OF_RANGE
   */
  static Object storable(Literal literal, ColumnType type) {
    Object value = comparable(literal, type);
    if (value instanceof Long number) {
      return narrowed(number, type);
    }
    if (value instanceof Double number && type == ColumnType.Plain.REAL) {
      return number.floatValue();
    }
    return value;
  }

  private static Object narrowed(long value, ColumnType type) {
    return switch (type) {
      case ColumnType.Plain.SMALLINT -> {
        requireWithin(type, value, Short.MIN_VALUE, Short.MAX_VALUE);
        yield (short) value;
      }
      case ColumnType.Plain.INTEGER -> {
        requireWithin(type, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        yield (int) value;
      }
      case ColumnType.Numeric _ -> BigDecimal.valueOf(value);
      case ColumnType.Plain _, ColumnType.Varchar _, ColumnType.Char _ -> value;
      case ColumnType.Enumerated _, ColumnType.Packed _, ColumnType.Composite _ -> value;
    };
  }

  private static void requireWithin(ColumnType type, long value, long min, long max) {
    if (value < min || value > max) {
      throw outOfRange(type, value);
    }
  }

  private static Object ofLong(long value, ColumnType type) {
    try {
      return switch (type) {
        case ColumnType.Plain.DATE -> LocalDate.ofEpochDay(value);
        case ColumnType.Plain.TIME -> EpochMicros.toLocalTime(value);
        case ColumnType.Plain.TIMESTAMP -> LocalDateTime.ofInstant(instant(value), ZoneOffset.UTC);
        case ColumnType.Plain.TIMESTAMPTZ -> instant(value);
        case ColumnType.Plain _, ColumnType.Numeric _, ColumnType.Varchar _ -> value;
        case ColumnType.Char _,
            ColumnType.Enumerated _,
            ColumnType.Packed _,
            ColumnType.Composite _ ->
            value;
      };
    } catch (DateTimeException | ArithmeticException e) {
      throw outOfRange(type, value);
    }
  }

  private static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND),
        Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
  }

  private static ColonnadeException outOfRange(ColumnType type, long value) {
    return new ColonnadeException(
        ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: type=" + type + " value=" + value);
  }
}
