package dev.colonnade.sql.function;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/** Zones, and times with and without one, in microseconds since 1970-01-01 00:00. */
public final class TimeZones {
  private TimeZones() {}

  /** The zone of a name of the zone database, in any case, an abbreviation or an offset. */
  public static ZoneId named(String name) {
    String plain = name.strip();
    try {
      return ZoneId.of(plain);
    } catch (DateTimeException e) {
      return otherwise(plain, name, e);
    }
  }

  private static ZoneId otherwise(String plain, String name, DateTimeException cause) {
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

  /** How far the zone's clocks are ahead of UTC at an instant. */
  public static long offsetMicros(ZoneId zone, long micros) {
    Instant instant = Moments.toInstant(micros);
    return zone.getRules().getOffset(instant).getTotalSeconds() * Moments.MICROS_PER_SECOND;
  }

  /** The instant at which the zone's clocks show a time. */
  public static long zoned(ZoneId zone, long micros) {
    return zone.equals(ZoneOffset.UTC)
        ? micros
        : Moments.ofInstant(Moments.toLocalDateTime(micros).atZone(zone).toInstant());
  }

  /** What the zone's clocks show at an instant. */
  public static long unzoned(ZoneId zone, long micros) {
    return zone.equals(ZoneOffset.UTC) ? micros : micros + offsetMicros(zone, micros);
  }
}
