package dev.colonnade.jdbc.value;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
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
import java.util.List;
import java.util.UUID;

/** Values as objects: of the class that JDBC has for their type, or of one that is asked for. */
public final class ObjectForm {
  private ObjectForm() {}

  /** The object of {@code ResultSet.getObject}. */
  public static Object standard(SqlTypeInfo type, Object value, ZoneId zone) throws SQLException {
    if (type.isArray()) {
      return new JdbcArray(type.element(), (String) value);
    }
    if (value instanceof Short number) {
      return number.intValue();
    } else if (value instanceof LocalDate) {
      return Conversions.sqlDate(value, zone);
    } else if (value instanceof LocalTime) {
      return Conversions.sqlTime(value, zone);
    } else if (value instanceof LocalDateTime || value instanceof Instant) {
      return Conversions.sqlTimestamp(value, zone);
    }
    return value;
  }

  /** The class of what {@link #standard} gives. */
  public static Class<?> standardClass(SqlTypeInfo type) {
    if (type.isArray()) {
      return Array.class;
    }
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

  /** The value as an object of a class. */
  public static <T> T as(Class<T> wanted, SqlTypeInfo type, Object value, ZoneId zone)
      throws SQLException {
    Object found = number(wanted, value);
    if (found == null) {
      found = moment(wanted, value, zone);
    }
    if (found == null) {
      found = other(wanted, type, value, zone);
    }
    @SuppressWarnings("unchecked") // primitive classes have no objects to cast by
    T cast = wanted.isPrimitive() ? (T) found : wanted.cast(found);
    return cast;
  }

  private static @org.jspecify.annotations.Nullable Object number(Class<?> wanted, Object value)
      throws SQLException {
    if (wanted == Integer.class || wanted == int.class) {
      return (int) Conversions.integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    } else if (wanted == Long.class || wanted == long.class) {
      return Conversions.integer(value, Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (wanted == Short.class || wanted == short.class) {
      return (short) Conversions.integer(value, Short.MIN_VALUE, Short.MAX_VALUE);
    } else if (wanted == Byte.class || wanted == byte.class) {
      return (byte) Conversions.integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
    } else if (wanted == Double.class || wanted == double.class) {
      return Conversions.floating(value);
    } else if (wanted == Float.class || wanted == float.class) {
      return (float) Conversions.floating(value);
    } else if (wanted == BigDecimal.class) {
      return Conversions.decimal(value);
    } else if (wanted == BigInteger.class) {
      return Conversions.bigInteger(value);
    } else if (wanted == Boolean.class || wanted == boolean.class) {
      return Conversions.truth(value);
    }
    return null;
  }

  private static @org.jspecify.annotations.Nullable Object moment(
      Class<?> wanted, Object value, ZoneId zone) throws SQLException {
    if (wanted == LocalDate.class) {
      return Conversions.localDate(value, zone);
    } else if (wanted == LocalTime.class) {
      return Conversions.localTime(value, zone);
    } else if (wanted == LocalDateTime.class) {
      return Conversions.localDateTime(value, zone);
    } else if (wanted == Instant.class) {
      return Conversions.instant(value, zone);
    } else if (wanted == OffsetDateTime.class) {
      return Conversions.instant(value, zone).atOffset(ZoneOffset.UTC);
    } else if (wanted == ZonedDateTime.class) {
      return Conversions.instant(value, zone).atZone(zone);
    } else if (wanted == OffsetTime.class) {
      return Conversions.localTime(value, zone).atOffset(ZoneOffset.UTC);
    } else if (wanted == Date.class) {
      return Conversions.sqlDate(value, zone);
    } else if (wanted == Time.class) {
      return Conversions.sqlTime(value, zone);
    } else if (wanted == Timestamp.class || wanted == java.util.Date.class) {
      return Conversions.sqlTimestamp(value, zone);
    } else if (wanted == Calendar.class) {
      Calendar calendar = Calendar.getInstance(java.util.TimeZone.getTimeZone(zone));
      calendar.setTimeInMillis(Conversions.instant(value, zone).toEpochMilli());
      return calendar;
    }
    return null;
  }

  private static Object other(Class<?> wanted, SqlTypeInfo type, Object value, ZoneId zone)
      throws SQLException {
    if (wanted == String.class) {
      return Conversions.text(value, zone);
    } else if (wanted == byte[].class) {
      return Conversions.bytes(value);
    } else if (wanted == UUID.class) {
      return Conversions.uuid(value);
    } else if (wanted == Object.class) {
      return standard(type, value, zone);
    } else if (type.isArray() && wanted == Array.class) {
      return standard(type, value, zone);
    } else if (type.isArray() && wanted.isArray()) {
      return new JdbcArray(type.element(), (String) value).copyAs(wanted.getComponentType());
    } else if (type.isArray() && wanted == List.class) {
      return new JdbcArray(type.element(), (String) value).elements();
    }
    throw SqlFailures.badConversion(
        "value cannot be had as that class: class=" + wanted.getName() + " type=" + type);
  }
}
