package dev.colonnade.jdbc.value;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;

/** Parser of values in PostgreSQL's text formats. */
final class ValueParser {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm")
          .optionalStart()
          .appendPattern(":ss")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private ValueParser() {}

  /** Returns the value of an array element, of the class that column values of the type have. */
  static Object value(SqlTypeInfo type, String text) throws SQLException {
    try {
      return switch (type.kind()) {
        case BOOLEAN -> booleanValue(text);
        case SMALLINT -> Short.valueOf(text);
        case INTEGER -> Integer.valueOf(text);
        case BIGINT -> Long.valueOf(text);
        case REAL -> Float.valueOf(text);
        case DOUBLE -> Double.valueOf(text);
        case NUMERIC -> numeric(text);
        case BYTEA -> bytes(text);
        case DATE -> {
          int sign = InfiniteDateTimes.sign(text);
          yield sign == 0 ? date(text) : InfiniteDateTimes.date(sign);
        }
        case TIME -> LocalTime.parse(text);
        case TIMESTAMP -> {
          int sign = InfiniteDateTimes.sign(text);
          yield sign == 0 ? dateTime(text) : InfiniteDateTimes.dateTime(sign);
        }
        case TIMESTAMPTZ -> {
          int sign = InfiniteDateTimes.sign(text);
          yield sign == 0 ? instant(text, ZoneId.systemDefault()) : InfiniteDateTimes.instant(sign);
        }
        case UUID -> UUID.fromString(text);
        case TEXT, VARCHAR, CHAR, INTERVAL, UNKNOWN, OTHER -> text;
      };
    } catch (DateTimeException | IllegalArgumentException malformed) {
      throw unreadable(text, type.toString());
    }
  }

  static boolean booleanValue(String text) throws SQLException {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "t", "true", "1", "y", "yes", "on" -> true;
      case "f", "false", "0", "n", "no", "off" -> false;
      default -> throw unreadable(text, "boolean");
    };
  }

  /** Returns a BigDecimal, or a Double for a NUMERIC that is no number. */
  private static Number numeric(String text) {
    return switch (text) {
      case "NaN", "Infinity", "-Infinity" -> Double.valueOf(text);
      default -> new BigDecimal(text);
    };
  }

  static BigDecimal decimal(String text) throws SQLException {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException malformed) {
      throw unreadable(text, "number");
    }
  }

  static double doubleValue(String text) throws SQLException {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException malformed) {
      throw unreadable(text, "number");
    }
  }

  static byte[] bytes(String text) {
    return text.startsWith("\\x")
        ? HexFormat.of().parseHex(text.substring(2))
        : text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  static LocalDate date(String text) throws SQLException {
    try {
      return text.length() > 10 ? dateTime(text).toLocalDate() : LocalDate.parse(text.strip());
    } catch (DateTimeException malformed) {
      throw unreadable(text, "date");
    }
  }

  static LocalTime time(String text) throws SQLException {
    try {
      return LocalTime.parse(text.strip(), TIME);
    } catch (DateTimeException malformed) {
      throw unreadable(text, "time");
    }
  }

  static LocalDateTime dateTime(String text) throws SQLException {
    String stripped = text.strip();
    try {
      if (stripped.length() <= 10) {
        return LocalDate.parse(stripped).atStartOfDay();
      }
      return LocalDateTime.of(
          LocalDate.parse(stripped.substring(0, 10)),
          LocalTime.parse(stripped.substring(11), TIME));
    } catch (DateTimeException | IndexOutOfBoundsException malformed) {
      throw unreadable(text, "timestamp");
    }
  }

  /** Returns the instant of a timestamp; in {@code zone} if the text names none. */
  static Instant instant(String text, ZoneId zone) throws SQLException {
    String stripped = text.strip().replaceFirst(" ", "T");
    int sign = Math.max(stripped.lastIndexOf('+'), stripped.lastIndexOf('-'));
    try {
      if (stripped.endsWith("Z")) {
        return Instant.parse(stripped);
      }
      if (sign > 10) {
        String zoned = stripped.length() - sign == 3 ? stripped + ":00" : stripped;
        return OffsetDateTime.parse(zoned).toInstant();
      }
      return dateTime(stripped).atZone(zone).toInstant();
    } catch (DateTimeException malformed) {
      throw unreadable(text, "timestamp with time zone");
    }
  }

  static UUID uuid(String text) throws SQLException {
    try {
      return UUID.fromString(text.strip());
    } catch (IllegalArgumentException malformed) {
      throw unreadable(text, "uuid");
    }
  }

  private static SQLException unreadable(String text, String type) {
    return SqlFailures.badConversion(
        "value cannot be parsed as " + type + ": value=\"" + text + "\"");
  }
}
