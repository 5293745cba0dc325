package dev.colonnade.jdbc.value;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.protocol.EpochTime;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Conversions of parameter values from the classes that JDBC's setters accept to those that the
 * protocol encodes.
 */
public final class ParameterConversions {
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private ParameterConversions() {}

  /**
   * Returns the value to bind for an object that the application sets: of a class that the protocol
   * encodes, or a {@link ZonedTimestamp} that {@link #forType} converts. A timestamp without a time
   * zone stays one; {@code java.util.Date}, {@code Calendar} and {@code java.sql}'s date and time
   * classes are converted in the JVM's time zone.
   */
  public static @Nullable Object plain(@Nullable Object value) throws SQLException {
    if (value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof byte[]
        || value instanceof UUID
        || value instanceof LocalDate
        || value instanceof LocalTime
        || value instanceof LocalDateTime
        || value instanceof Instant) {
      return value;
    } else if (value instanceof Number number) {
      return number(number);
    } else if (value instanceof OffsetDateTime time) {
      return EpochTime.instant(time);
    } else if (value instanceof ZonedDateTime time) {
      return EpochTime.instant(time.toOffsetDateTime());
    } else if (value instanceof java.util.Date || value instanceof Calendar) {
      return dateTime(value, ZoneId.systemDefault());
    } else if (value instanceof Array || value.getClass().isArray() || value instanceof List) {
      return array(value);
    }
    return other(value);
  }

  /**
   * Converts a {@code java.util.Date}, {@code Calendar} or {@code java.sql} date or time in a zone.
   */
  @SuppressWarnings("JavaUtilDate") // JDBC's setters accept it
  public static Object dateTime(Object value, ZoneId zone) {
    int sign = InfiniteDateTimes.signOfMillis(millis(value));
    if (sign != 0) {
      return value instanceof Date
          ? InfiniteDateTimes.date(sign)
          : new ZonedTimestamp(InfiniteDateTimes.instant(sign), zone);
    } else if (value instanceof Date date) {
      return zone.equals(ZoneId.systemDefault())
          ? date.toLocalDate()
          : LocalDate.ofInstant(Instant.ofEpochMilli(date.getTime()), zone);
    } else if (value instanceof Time time) {
      return LocalTime.ofInstant(Instant.ofEpochMilli(time.getTime()), zone);
    } else if (value instanceof Timestamp timestamp) {
      return new ZonedTimestamp(timestamp.toInstant(), zone);
    } else if (value instanceof Calendar calendar) {
      return new ZonedTimestamp(calendar.toInstant(), calendar.getTimeZone().toZoneId());
    }
    return new ZonedTimestamp(((java.util.Date) value).toInstant(), zone);
  }

  @SuppressWarnings("JavaUtilDate") // JDBC's setters accept it
  private static long millis(Object value) {
    return value instanceof Calendar calendar
        ? calendar.getTimeInMillis()
        : ((java.util.Date) value).getTime();
  }

  /**
   * Instant with a zone; the type of the parameter decides whether it becomes a local timestamp.
   */
  private record ZonedTimestamp(Instant instant, ZoneId zone) {}

  /** Returns a bound value converted for a parameter of a type. */
  public static @Nullable Object forType(SqlTypeInfo type, @Nullable Object value)
      throws SQLException {
    if (value == null) {
      return null;
    }
    ZoneId zone = ZoneId.systemDefault();
    Object known = value instanceof ZonedTimestamp timestamp ? fromZoned(type, timestamp) : value;
    if (type.isArray()) {
      return known;
    }
    return switch (type.kind()) {
      case TEXT, VARCHAR, CHAR, OTHER -> text(known, zone);
      case DATE -> asDate(known, zone);
      case TIME -> timePart(known);
      case TIMESTAMP ->
          known instanceof Instant ? ValueConversions.localDateTime(known, zone) : known;
      case TIMESTAMPTZ -> asInstant(known, zone);
      case SMALLINT, INTEGER, BIGINT -> asInteger(known);
      default -> known;
    };
  }

  /**
   * Returns a floating-point number without a fraction as a decimal; any other stays as it is and
   * is rejected by the server.
   */
  private static Object asInteger(Object value) {
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return number == Math.rint(number) && !Double.isInfinite(number)
          ? BigDecimal.valueOf(number)
          : value;
    }
    return value;
  }

  /** Returns the date of a timestamp, in its zone if it has one; any other value as it is. */
  public static Object datePart(Object value) throws SQLException {
    if (value instanceof ZonedTimestamp timestamp) {
      return ValueConversions.localDate(timestamp.instant(), timestamp.zone());
    }
    return value instanceof LocalDateTime time ? time.toLocalDate() : value;
  }

  /**
   * Returns the time of day of a timestamp, in its zone if it has one; any other value as it is.
   */
  public static Object timePart(Object value) throws SQLException {
    if (value instanceof ZonedTimestamp timestamp) {
      return ValueConversions.localTime(timestamp.instant(), timestamp.zone());
    }
    return value instanceof LocalDateTime
        ? ValueConversions.localTime(value, ZoneId.systemDefault())
        : value;
  }

  /**
   * Returns the text of a value; a {@link ZonedTimestamp} stays one until the parameter's type is
   * known.
   */
  public static Object text(Object value) {
    return value instanceof ZonedTimestamp ? value : text(value, ZoneId.systemDefault());
  }

  /**
   * Returns the result of a cast to text, which writes booleans as {@code true} and {@code false}.
   */
  private static Object text(Object value, ZoneId zone) {
    return value instanceof String || value instanceof Boolean
        ? value.toString()
        : ValueFormatter.of(value, zone);
  }

  private static Object asDate(Object value, ZoneId zone) throws SQLException {
    return value instanceof LocalDateTime || value instanceof Instant
        ? ValueConversions.localDate(value, zone)
        : value;
  }

  private static Object asInstant(Object value, ZoneId zone) throws SQLException {
    return value instanceof LocalDateTime || value instanceof LocalDate
        ? ValueConversions.instant(value, zone)
        : value;
  }

  private static Object fromZoned(SqlTypeInfo type, ZonedTimestamp timestamp) throws SQLException {
    return switch (type.kind()) {
      case TIMESTAMPTZ -> timestamp.instant();
      case DATE -> ValueConversions.localDate(timestamp.instant(), timestamp.zone());
      case TIME -> ValueConversions.localTime(timestamp.instant(), timestamp.zone());
      default -> ValueConversions.localDateTime(timestamp.instant(), timestamp.zone());
    };
  }

  private static Object number(Number number) throws SQLException {
    if (number instanceof Byte) {
      return number.shortValue();
    } else if (number instanceof BigInteger integer) {
      return new BigDecimal(integer);
    } else if (number instanceof Short
        || number instanceof Integer
        || number instanceof Long
        || number instanceof Float
        || number instanceof Double
        || number instanceof BigDecimal) {
      return number;
    }
    throw refused(number);
  }

  private static String array(Object value) throws SQLException {
    if (value instanceof JdbcArray jdbcArray) {
      return jdbcArray.toString();
    } else if (value instanceof List<?> list) {
      return arrayText(list);
    } else if (value instanceof Array array) {
      return arrayText(listOf(array.getArray()));
    }
    return arrayText(listOf(value));
  }

  /** Returns the text of an array with these elements. */
  public static String arrayText(List<?> elements) throws SQLException {
    List<@Nullable String> texts = new ArrayList<>(elements.size());
    for (Object element : elements) {
      Object plain = element == null ? null : plain(element);
      texts.add(plain == null ? null : ValueFormatter.of(plain, ZoneId.systemDefault()));
    }
    return ArrayLiteral.format(texts);
  }

  private static List<?> listOf(Object array) {
    if (array instanceof Object[] objects) {
      return Arrays.asList(objects);
    }
    int length = java.lang.reflect.Array.getLength(array);
    Object[] boxed = new Object[length];
    for (int i = 0; i < length; i++) {
      boxed[i] = java.lang.reflect.Array.get(array, i);
    }
    return Arrays.asList(boxed);
  }

  private static Object other(Object value) throws SQLException {
    if (value instanceof Character || value instanceof Enum<?> || value instanceof CharSequence) {
      return value.toString();
    } else if (value instanceof Duration duration) {
      long micros =
          duration.getSeconds() * MICROS_PER_SECOND + duration.getNano() / NANOS_PER_MICRO;
      return BigDecimal.valueOf(micros, 6).toPlainString() + " seconds";
    } else if (value instanceof Period period) {
      return period.getYears()
          + " years "
          + period.getMonths()
          + " months "
          + period.getDays()
          + " days";
    } else if (value instanceof Blob blob) {
      return blob.getBytes(1, (int) Math.min(blob.length(), Integer.MAX_VALUE));
    } else if (value instanceof Clob clob) {
      return clob.getSubString(1, (int) Math.min(clob.length(), Integer.MAX_VALUE));
    } else if (value instanceof InputStream stream) {
      return bytes(stream, Long.MAX_VALUE);
    } else if (value instanceof Reader reader) {
      return text(reader, Long.MAX_VALUE);
    }
    throw refused(value);
  }

  /** Returns at most {@code bytesMax} bytes of a stream. */
  public static byte[] bytes(InputStream stream, long bytesMax) throws SQLException {
    try {
      return stream.readNBytes((int) Math.min(bytesMax, Integer.MAX_VALUE));
    } catch (IOException failed) {
      throw new SQLException("reading a parameter failed: " + failed.getMessage(), failed);
    }
  }

  /** Returns at most {@code charactersMax} characters of a reader. */
  public static String text(Reader reader, long charactersMax) throws SQLException {
    try {
      StringWriter text = new StringWriter();
      char[] part = new char[4096];
      long left = charactersMax;
      int count = reader.read(part, 0, (int) Math.min(part.length, left));
      while (count > 0) {
        text.write(part, 0, count);
        left -= count;
        count = left == 0 ? 0 : reader.read(part, 0, (int) Math.min(part.length, left));
      }
      return text.toString();
    } catch (IOException failed) {
      throw new SQLException("reading a parameter failed: " + failed.getMessage(), failed);
    }
  }

  private static SQLException refused(Object value) {
    return SqlFailures.badConversion(
        "values of this class cannot be parameters: class=" + value.getClass().getName());
  }
}
