package dev.colonnade.jdbc.value;

import dev.colonnade.jdbc.error.SqlFailures;
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
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Parameters as they are set, and as they travel. */
public final class ParameterForm {
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private ParameterForm() {}

  /**
   * What is kept of an object that a user sets: one of the classes that travel. A moment without a
   * zone stays one; JDBC's older classes become moments of the zone that the JVM is in.
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
      return time.toInstant();
    } else if (value instanceof ZonedDateTime time) {
      return time.toInstant();
    } else if (value instanceof java.util.Date || value instanceof Calendar) {
      return moment(value, ZoneId.systemDefault());
    } else if (value instanceof Array || value.getClass().isArray() || value instanceof List) {
      return array(value);
    }
    return other(value);
  }

  /** A day, time or moment of JDBC's older classes as it is in a zone. */
  @SuppressWarnings("JavaUtilDate") // what JDBC takes
  public static Object moment(Object value, ZoneId zone) {
    if (value instanceof Date date) {
      return zone.equals(ZoneId.systemDefault())
          ? date.toLocalDate()
          : LocalDate.ofInstant(Instant.ofEpochMilli(date.getTime()), zone);
    } else if (value instanceof Time time) {
      return LocalTime.ofInstant(Instant.ofEpochMilli(time.getTime()), zone);
    } else if (value instanceof Timestamp timestamp) {
      return new Moment(timestamp.toInstant(), zone);
    } else if (value instanceof Calendar calendar) {
      return new Moment(calendar.toInstant(), calendar.getTimeZone().toZoneId());
    }
    return new Moment(((java.util.Date) value).toInstant(), zone);
  }

  /** A moment that is one of a zone or of none, as the parameter that it is set to wants. */
  private record Moment(Instant instant, ZoneId zone) {}

  /** The value as it travels to a parameter of a type. */
  public static @Nullable Object forType(SqlTypeInfo type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    ZoneId zone = ZoneId.systemDefault();
    Object known = value instanceof Moment moment ? ofMoment(type, moment) : value;
    if (type.isArray()) {
      return known;
    }
    return switch (type.kind()) {
      case TEXT, VARCHAR, CHAR, OTHER -> text(known, zone);
      case DATE -> asDate(known, zone);
      case TIME -> known instanceof LocalDateTime time ? time.toLocalTime() : known;
      case TIMESTAMP ->
          known instanceof Instant instant ? LocalDateTime.ofInstant(instant, zone) : known;
      case TIMESTAMPTZ -> asInstant(known, zone);
      case SMALLINT, INTEGER, BIGINT -> asInteger(known);
      default -> known;
    };
  }

  /** Fractions without a fraction are integers; others stay, and are refused. */
  private static Object asInteger(Object value) {
    if (value instanceof Double || value instanceof Float) {
      double fraction = ((Number) value).doubleValue();
      return fraction == Math.rint(fraction) && !Double.isInfinite(fraction)
          ? BigDecimal.valueOf(fraction)
          : value;
    }
    return value;
  }

  /** Only the day of what has one, in the zone that it is of. */
  public static Object day(Object value) {
    Object moment = value instanceof Moment it ? it.instant().atZone(it.zone()) : value;
    if (moment instanceof ZonedDateTime time) {
      return time.toLocalDate();
    }
    return moment instanceof LocalDateTime time ? time.toLocalDate() : moment;
  }

  /** Only the time of day of what has one, in the zone that it is of. */
  public static Object timeOfDay(Object value) {
    Object moment = value instanceof Moment it ? it.instant().atZone(it.zone()) : value;
    if (moment instanceof ZonedDateTime time) {
      return time.toLocalTime();
    }
    return moment instanceof LocalDateTime time ? time.toLocalTime() : moment;
  }

  /** The text of what is not text yet; a moment is a text when its parameter is one. */
  public static Object text(Object value) {
    return value instanceof Moment ? value : text(value, ZoneId.systemDefault());
  }

  /** As a cast to text writes it, which writes truths out. */
  private static Object text(Object value, ZoneId zone) {
    return value instanceof String || value instanceof Boolean
        ? value.toString()
        : PlainText.of(value, zone);
  }

  private static Object asDate(Object value, ZoneId zone) {
    if (value instanceof LocalDateTime time) {
      return time.toLocalDate();
    }
    return value instanceof Instant instant ? LocalDate.ofInstant(instant, zone) : value;
  }

  private static Object asInstant(Object value, ZoneId zone) {
    if (value instanceof LocalDateTime time) {
      return time.atZone(zone).toInstant();
    }
    return value instanceof LocalDate date ? date.atStartOfDay(zone).toInstant() : value;
  }

  private static Object ofMoment(SqlTypeInfo type, Moment moment) {
    return switch (type.kind()) {
      case TIMESTAMPTZ -> moment.instant();
      case DATE -> LocalDate.ofInstant(moment.instant(), moment.zone());
      case TIME -> LocalTime.ofInstant(moment.instant(), moment.zone());
      default -> LocalDateTime.ofInstant(moment.instant(), moment.zone());
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
    if (value instanceof JdbcArray ours) {
      return ours.toString();
    } else if (value instanceof List<?> list) {
      return JdbcArray.textOf(list);
    } else if (value instanceof Array array) {
      return JdbcArray.textOf(listOf(array.getArray()));
    }
    return JdbcArray.textOf(listOf(value));
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

  /** Up to so many bytes of a stream. */
  public static byte[] bytes(InputStream stream, long bytesMax) throws SQLException {
    try {
      return stream.readNBytes((int) Math.min(bytesMax, Integer.MAX_VALUE));
    } catch (IOException failed) {
      throw new SQLException("reading a parameter failed: " + failed.getMessage(), failed);
    }
  }

  /** Up to so many characters of a reader. */
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
        "no parameter can have a value of this class: class=" + value.getClass().getName());
  }
}
