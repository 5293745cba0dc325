package dev.colonnade.jdbc.value;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Conversions of single values, also those of array elements, to objects. */
final class ScalarObjectConversions {
  private ScalarObjectConversions() {}

  /** Returns the object of the class that JDBC defines for the value's type. */
  static Object standard(Object value, ZoneId zone) throws SQLException {
    if (value instanceof Short number) {
      return number.intValue();
    } else if (value instanceof LocalDate) {
      return ValueConversions.sqlDate(value, zone);
    } else if (value instanceof LocalTime) {
      return ValueConversions.sqlTime(value, zone);
    } else if (value instanceof LocalDateTime || value instanceof Instant) {
      return ValueConversions.sqlTimestamp(value, zone);
    }
    return value;
  }

  /** Returns the class of the objects that {@link #standard} returns for a type. */
  static Class<?> standardClass(SqlTypeInfo type) {
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.class;
      case SMALLINT, INTEGER -> Integer.class;
      case BIGINT -> Long.class;
      case REAL -> Float.class;
      case DOUBLE -> Double.class;
      case NUMERIC -> BigDecimal.class;
      case BYTEA -> byte[].class;
      case DATE -> Date.class;
      case TIME -> Time.class;
      case TIMESTAMP, TIMESTAMPTZ -> Timestamp.class;
      case UUID -> UUID.class;
      case TEXT, VARCHAR, CHAR, INTERVAL, UNKNOWN, OTHER -> String.class;
    };
  }

  /** Returns the value as an object of a class. */
  static <T> T as(Class<T> target, SqlTypeInfo type, Object value, ZoneId zone)
      throws SQLException {
    Object found = number(target, value);
    if (found == null) {
      found = dateTime(target, value, zone);
    }
    if (found == null) {
      found = other(target, type, value, zone);
    }
    @SuppressWarnings("unchecked") // primitive classes have no objects to cast by
    T cast = target.isPrimitive() ? (T) found : target.cast(found);
    return cast;
  }

  private static @Nullable Object number(Class<?> target, Object value) throws SQLException {
    if (target == Integer.class || target == int.class) {
      return (int) ValueConversions.integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    } else if (target == Long.class || target == long.class) {
      return ValueConversions.integer(value, Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (target == Short.class || target == short.class) {
      return (short) ValueConversions.integer(value, Short.MIN_VALUE, Short.MAX_VALUE);
    } else if (target == Byte.class || target == byte.class) {
      return (byte) ValueConversions.integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
    } else if (target == Double.class || target == double.class) {
      return ValueConversions.doubleValue(value);
    } else if (target == Float.class || target == float.class) {
      return (float) ValueConversions.doubleValue(value);
    } else if (target == BigDecimal.class) {
      return ValueConversions.decimal(value);
    } else if (target == BigInteger.class) {
      return ValueConversions.bigInteger(value);
    } else if (target == Boolean.class || target == boolean.class) {
      return ValueConversions.booleanValue(value);
    }
    return null;
  }

  private static @Nullable Object dateTime(Class<?> target, Object value, ZoneId zone)
      throws SQLException {
    if (target == LocalDate.class) {
      return ValueConversions.localDate(value, zone);
    } else if (target == LocalTime.class) {
      return ValueConversions.localTime(value, zone);
    } else if (target == LocalDateTime.class) {
      return ValueConversions.localDateTime(value, zone);
    } else if (target == Instant.class) {
      return ValueConversions.instant(value, zone);
    } else if (target == OffsetDateTime.class) {
      return ValueConversions.offsetDateTime(value, zone);
    } else if (target == ZonedDateTime.class) {
      OffsetDateTime time = ValueConversions.offsetDateTime(value, zone);
      return InfiniteDateTimes.sign(time.toLocalDateTime()) == 0
          ? time.atZoneSameInstant(zone)
          : time.toZonedDateTime();
    } else if (target == OffsetTime.class) {
      return ValueConversions.localTime(value, zone).atOffset(ZoneOffset.UTC);
    } else if (target == Date.class) {
      return ValueConversions.sqlDate(value, zone);
    } else if (target == Time.class) {
      return ValueConversions.sqlTime(value, zone);
    } else if (target == Timestamp.class || target == java.util.Date.class) {
      return ValueConversions.sqlTimestamp(value, zone);
    } else if (target == Calendar.class) {
      Calendar calendar = Calendar.getInstance(java.util.TimeZone.getTimeZone(zone));
      calendar.setTimeInMillis(ValueConversions.sqlTimestamp(value, zone).getTime());
      return calendar;
    }
    return null;
  }

  private static Object other(Class<?> target, SqlTypeInfo type, Object value, ZoneId zone)
      throws SQLException {
    if (target == String.class) {
      return ValueConversions.text(value, zone);
    } else if (target == byte[].class) {
      return ValueConversions.bytes(value);
    } else if (target == UUID.class) {
      return ValueConversions.uuid(value);
    } else if (target == Object.class) {
      return standard(value, zone);
    }
    throw SqlFailures.badConversion(
        "value cannot be converted to the class: class=" + target.getName() + " type=" + type);
  }
}
