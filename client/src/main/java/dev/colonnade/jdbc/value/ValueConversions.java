package dev.colonnade.jdbc.value;

import dev.colonnade.jdbc.error.SqlFailures;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * Conversions of column values to the types of JDBC's getters. A number that becomes an integer is
 * truncated towards zero, as by PostgreSQL's driver, and rejected if it is out of range; timestamps
 * with time zone are converted in a given zone. Infinite dates and timestamps stay infinite, as in
 * PostgreSQL's driver: {@code MAX} and {@code MIN} of the classes of {@code java.time}.
 */
public final class ValueConversions {
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final int UUID_BYTES = 16;

  private ValueConversions() {}

  /** Returns the text of a value in PostgreSQL's output format. */
  public static String text(Object value, ZoneId zone) {
    return ValueFormatter.of(value, zone);
  }

  /** Returns a boolean; numbers are allowed if they are 0 or 1. */
  public static boolean booleanValue(Object value) throws SQLException {
    if (value instanceof Boolean bool) {
      return bool;
    } else if (value instanceof Number number) {
      double converted = number.doubleValue();
      if (converted == 0 || converted == 1) {
        return converted == 1;
      }
    } else if (value instanceof String text) {
      return ValueParser.booleanValue(text);
    }
    throw refused(value, "boolean");
  }

  /**
   * Returns an integer.
   *
   * @throws SQLException if it is not between the bounds, which are inclusive
   */
  public static long integer(Object value, long min, long max) throws SQLException {
    long number = integer(value);
    if (number < min || number > max) {
      throw outOfRange(value, min, max);
    }
    return number;
  }

  private static long integer(Object value) throws SQLException {
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      return ((Number) value).longValue();
    } else if (value instanceof Boolean bool) {
      return bool ? 1 : 0;
    }
    BigDecimal number = decimal(value);
    if (number.compareTo(LONG_MIN) < 0 || number.compareTo(LONG_MAX) > 0) {
      throw outOfRange(value, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    return number.longValue();
  }

  public static double doubleValue(Object value) throws SQLException {
    if (value instanceof Number number) {
      return number.doubleValue();
    } else if (value instanceof Boolean bool) {
      return bool ? 1 : 0;
    } else if (value instanceof String text) {
      return ValueParser.doubleValue(text);
    }
    throw refused(value, "number");
  }

  public static BigDecimal decimal(Object value) throws SQLException {
    if (value instanceof BigDecimal number) {
      return number;
    } else if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      return BigDecimal.valueOf(((Number) value).longValue());
    } else if (value instanceof Double || value instanceof Float) {
      if (!Double.isFinite(((Number) value).doubleValue())) {
        throw SqlFailures.outOfRange("value is not a finite number: value=" + value);
      }
      return ValueParser.decimal(value.toString());
    } else if (value instanceof Boolean bool) {
      return bool ? BigDecimal.ONE : BigDecimal.ZERO;
    } else if (value instanceof String text) {
      return ValueParser.decimal(text);
    }
    throw refused(value, "number");
  }

  public static BigInteger bigInteger(Object value) throws SQLException {
    return decimal(value).toBigInteger();
  }

  public static byte[] bytes(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes;
    } else if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    } else if (value instanceof UUID uuid) {
      return java.nio.ByteBuffer.allocate(UUID_BYTES)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    throw refused(value, "bytes");
  }

  public static UUID uuid(Object value) throws SQLException {
    if (value instanceof UUID uuid) {
      return uuid;
    } else if (value instanceof String text) {
      return ValueParser.uuid(text);
    }
    throw refused(value, "uuid");
  }

  public static LocalDate localDate(Object value, ZoneId zone) throws SQLException {
    int sign = InfiniteDateTimes.sign(value);
    if (sign != 0) {
      return InfiniteDateTimes.date(sign);
    } else if (value instanceof LocalDate date) {
      return date;
    } else if (value instanceof LocalDateTime time) {
      return time.toLocalDate();
    } else if (value instanceof Instant instant) {
      return LocalDate.ofInstant(instant, zone);
    } else if (value instanceof String text) {
      return ValueParser.date(text);
    }
    throw refused(value, "date");
  }

  /** Returns a time of day, which infinite dates and timestamps do not have. */
  public static LocalTime localTime(Object value, ZoneId zone) throws SQLException {
    if (InfiniteDateTimes.sign(value) != 0) {
      throw SqlFailures.dateTimeOutOfRange("infinite value has no time of day");
    } else if (value instanceof LocalTime time) {
      return time;
    } else if (value instanceof LocalDateTime time) {
      return time.toLocalTime();
    } else if (value instanceof Instant instant) {
      return LocalTime.ofInstant(instant, zone);
    } else if (value instanceof String text) {
      return ValueParser.time(text);
    }
    throw refused(value, "time");
  }

  public static LocalDateTime localDateTime(Object value, ZoneId zone) throws SQLException {
    int sign = InfiniteDateTimes.sign(value);
    if (sign != 0) {
      return InfiniteDateTimes.dateTime(sign);
    } else if (value instanceof LocalDateTime time) {
      return time;
    } else if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    } else if (value instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, zone);
    } else if (value instanceof LocalTime time) {
      return time.atDate(LocalDate.EPOCH);
    } else if (value instanceof String text) {
      return ValueParser.dateTime(text);
    }
    throw refused(value, "timestamp");
  }

  public static Instant instant(Object value, ZoneId zone) throws SQLException {
    int sign = InfiniteDateTimes.sign(value);
    if (sign != 0) {
      return InfiniteDateTimes.instant(sign);
    } else if (value instanceof Instant instant) {
      return instant;
    } else if (value instanceof String text) {
      return ValueParser.instant(text, zone);
    }
    return localDateTime(value, zone).atZone(zone).toInstant();
  }

  /** Returns a date and time with the offset of UTC, or an infinite one. */
  public static OffsetDateTime offsetDateTime(Object value, ZoneId zone) throws SQLException {
    Instant instant = instant(value, zone);
    int sign = InfiniteDateTimes.sign(instant);
    if (sign != 0) {
      return sign > 0 ? OffsetDateTime.MAX : OffsetDateTime.MIN;
    }
    return instant.atOffset(ZoneOffset.UTC);
  }

  /** Returns a date as {@link Date}: its midnight in the zone. */
  public static Date sqlDate(Object value, ZoneId zone) throws SQLException {
    LocalDate date = localDate(value, zone);
    int sign = InfiniteDateTimes.sign(date);
    if (sign != 0) {
      return new Date(InfiniteDateTimes.millis(sign));
    }
    return zone.equals(ZoneId.systemDefault())
        ? Date.valueOf(date)
        : new Date(date.atStartOfDay(zone).toInstant().toEpochMilli());
  }

  public static Time sqlTime(Object value, ZoneId zone) throws SQLException {
    LocalTime time = localTime(value, zone);
    Instant instant = time.atDate(LocalDate.EPOCH).atZone(zone).toInstant();
    return new Time(instant.toEpochMilli());
  }

  public static Timestamp sqlTimestamp(Object value, ZoneId zone) throws SQLException {
    int sign = InfiniteDateTimes.sign(value);
    if (sign != 0) {
      return new Timestamp(InfiniteDateTimes.millis(sign));
    }
    if (value instanceof Instant instant) {
      return Timestamp.from(instant);
    }
    LocalDateTime time = localDateTime(value, zone);
    return zone.equals(ZoneId.systemDefault())
        ? Timestamp.valueOf(time)
        : Timestamp.from(time.atZone(zone).toInstant());
  }

  private static SQLException refused(Object value, String type) {
    return SqlFailures.badConversion(
        "value cannot be converted to " + type + ": class=" + value.getClass().getSimpleName());
  }

  private static SQLException outOfRange(Object value, long min, long max) {
    return SqlFailures.outOfRange(
        "value is out of range: value=" + value + " min=" + min + " max=" + max);
  }
}
