package dev.colonnade.client.table;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.EpochTime;
import dev.colonnade.protocol.schema.Literal;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;

/** Conversion of Java values to literals. */
final class JavaLiterals {
  private JavaLiterals() {}

  /**
   * Returns the literal of a Boolean, Short, Integer, Long, Float, Double, BigDecimal, String, byte
   * array, UUID, LocalDate, LocalTime, LocalDateTime or Instant.
   */
  public static Literal of(Object value) {
    if (value instanceof Boolean it) {
      return new Literal.OfBoolean(it);
    }
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      return new Literal.OfLong(((Number) value).longValue());
    }
    if (value instanceof Double || value instanceof Float) {
      return new Literal.OfDouble(((Number) value).doubleValue());
    }
    if (value instanceof BigDecimal it) {
      return new Literal.OfDecimal(it);
    }
    if (value instanceof String it) {
      return new Literal.OfText(it);
    }
    if (value instanceof byte[] it) {
      return new Literal.OfBytes(Bytes.copyOf(it));
    }
    return value instanceof UUID it ? new Literal.OfUuid(it) : ofTime(value);
  }

  private static Literal ofTime(Object value) {
    if (value instanceof LocalDate it) {
      return new Literal.OfLong(EpochTime.days(it));
    }
    if (value instanceof LocalTime it) {
      return new Literal.OfLong(EpochTime.microsOfDay(it));
    }
    if (value instanceof LocalDateTime it) {
      return new Literal.OfLong(EpochTime.micros(it));
    }
    if (value instanceof Instant it) {
      return new Literal.OfLong(EpochTime.micros(it));
    }
    throw new IllegalArgumentException(
        "no literal for values of this class: class=" + value.getClass().getName());
  }
}
