package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Time zones by name, and conversion between local times and instants. */
public final class TimeZones {
  /** Offset with a name in angle brackets, in POSIX form: positive west of Greenwich. */
  private static final Pattern NAMED_OFFSET =
      Pattern.compile("<[^<>]+>([+-]?)(\\d{1,2})(?::(\\d{1,2}))?(?::(\\d{1,2}))?");

  private TimeZones() {}

  /** Returns PostgreSQL's name of an offset in seconds, positive east of Greenwich. */
  public static String nameOfOffset(int seconds) {
    String offset = digits(Math.abs(seconds));
    return seconds < 0
        ? "<-%s>+%s".formatted(offset, offset)
        : "<+%s>-%s".formatted(offset, offset);
  }

  private static String digits(int seconds) {
    int minutes = seconds / 60 % 60;
    String hours = "%02d".formatted(seconds / 3600);
    if (seconds % 60 != 0) {
      return "%s:%02d:%02d".formatted(hours, minutes, seconds % 60);
    }
    return minutes == 0 ? hours : "%s:%02d".formatted(hours, minutes);
  }

  /**
   * Returns the zone of a case-insensitive name of the time zone database, an abbreviation or an
   * offset; INVALID_ARGUMENT if there is none.
   */
  public static ZoneId named(String name) {
    String plain = name.strip();
    try {
      return ZoneId.of(plain);
    } catch (DateTimeException e) {
      return otherwise(plain, name, e);
    }
  }

  private static ZoneId otherwise(String plain, String name, DateTimeException cause) {
    Matcher offset = NAMED_OFFSET.matcher(plain);
    if (offset.matches()) {
      return offsetOf(offset);
    }
    String upper = plain.toUpperCase(Locale.ROOT);
    for (String id : ZoneId.getAvailableZoneIds()) {
      if (id.equalsIgnoreCase(plain)) {
        return ZoneId.of(id);
      }
    }
    return switch (upper) {
      case "Z", "ZULU", "UTC", "GMT" -> ZoneOffset.UTC;
      case "CET", "MET" -> ZoneOffset.ofHours(1);
      case "CEST", "MEST", "EET" -> ZoneOffset.ofHours(2);
      case "BST" -> ZoneOffset.ofHours(1);
      case "EST" -> ZoneOffset.ofHours(-5);
      case "EDT" -> ZoneOffset.ofHours(-4);
      case "CST" -> ZoneOffset.ofHours(-6);
      case "CDT" -> ZoneOffset.ofHours(-5);
      case "MST" -> ZoneOffset.ofHours(-7);
      case "MDT" -> ZoneOffset.ofHours(-6);
      case "PST" -> ZoneOffset.ofHours(-8);
      case "PDT" -> ZoneOffset.ofHours(-7);
      case "JST" -> ZoneOffset.ofHours(9);
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT, "time zone \"" + name + "\" not recognized", cause);
    };
  }

  private static ZoneId offsetOf(Matcher offset) {
    int seconds =
        3600 * number(offset.group(2)) + 60 * number(offset.group(3)) + number(offset.group(4));
    return ZoneOffset.ofTotalSeconds(offset.group(1).equals("-") ? seconds : -seconds);
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /** Returns the UTC offset of a zone at an instant, positive east of Greenwich. */
  public static long offsetMicros(ZoneId zone, long micros) {
    Instant instant = EpochMicros.toInstant(micros);
    return zone.getRules().getOffset(instant).getTotalSeconds() * EpochMicros.MICROS_PER_SECOND;
  }

  /** Returns the instant of a local time in a zone; the later one of two. */
  public static long zoned(ZoneId zone, long micros) {
    return zone.equals(ZoneOffset.UTC)
        ? micros
        : EpochMicros.ofInstant(
            EpochMicros.toLocalDateTime(micros)
                .atZone(zone)
                .withLaterOffsetAtOverlap()
                .toInstant());
  }

  /** Returns the local time in a zone at an instant. */
  public static long unzoned(ZoneId zone, long micros) {
    return zone.equals(ZoneOffset.UTC) ? micros : micros + offsetMicros(zone, micros);
  }
}
