package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Time zones by name, and conversion between local times and instants. */
public final class TimeZones {
  /** Offset with a name, in POSIX form: positive west of Greenwich. */
  private static final Pattern NAMED_OFFSET =
      Pattern.compile("(?:<[^<>]+>|[A-Za-z]*)([+-]?)(\\d{1,2})(?::(\\d{1,2}))?(?::(\\d{1,2}))?");

  private static final int OFFSET_SECONDS_MAX = 18 * 3600;

  /** Zones by their names in lower case. */
  private static final Map<String, ZoneId> ZONES = new HashMap<>();

  /** Spelling of the names of zones, by their names in lower case. */
  private static final Map<String, String> SPELLINGS = new HashMap<>();

  static {
    for (String id : ZoneId.getAvailableZoneIds()) {
      ZONES.put(id.toLowerCase(Locale.ROOT), ZoneId.of(id));
      SPELLINGS.put(id.toLowerCase(Locale.ROOT), id);
    }
    for (String id : List.of("EST", "MST", "HST", "GMT+0", "GMT-0")) {
      SPELLINGS.put(id.toLowerCase(Locale.ROOT), id);
    }
    ZONES.put("est", ZoneOffset.ofHours(-5));
    ZONES.put("mst", ZoneOffset.ofHours(-7));
    ZONES.put("hst", ZoneOffset.ofHours(-10));
    for (String name : List.of("utc", "gmt", "z", "zulu", "uct", "etc/utc", "etc/gmt")) {
      ZONES.put(name, ZoneOffset.UTC);
    }
  }

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
   * Returns the zone of a case-insensitive name of the time zone database, or of a POSIX
   * specification; INVALID_ARGUMENT if there is none.
   */
  public static ZoneId named(String name) {
    ZoneId zone = find(name);
    if (zone == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "time zone \"" + name + "\" not recognized");
    }
    return zone;
  }

  /**
   * Returns the name of a zone as PostgreSQL spells it: as in the time zone database, and a POSIX
   * specification in upper case.
   */
  public static String spelled(String name) {
    String lower = name.strip().toLowerCase(Locale.ROOT);
    return SPELLINGS.getOrDefault(lower, lower.toUpperCase(Locale.ROOT));
  }

  /** Variant of {@link #named} that returns null if there is no such zone. */
  public static @Nullable ZoneId find(String name) {
    String plain = name.strip();
    ZoneId known = ZONES.get(plain.toLowerCase(Locale.ROOT));
    if (known != null) {
      return known;
    }
    Matcher offset = NAMED_OFFSET.matcher(plain);
    return offset.matches() ? offsetOf(offset) : null;
  }

  private static @Nullable ZoneId offsetOf(Matcher offset) {
    int seconds =
        3600 * number(offset.group(2)) + 60 * number(offset.group(3)) + number(offset.group(4));
    return seconds > OFFSET_SECONDS_MAX
        ? null
        : ZoneOffset.ofTotalSeconds(offset.group(1).equals("-") ? seconds : -seconds);
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /** Returns the UTC offset of a zone at an instant, positive east of Greenwich. */
  public static long offsetMicros(ZoneId zone, long micros) {
    if (zone.equals(ZoneOffset.UTC)) {
      return 0;
    }
    Instant instant = EpochMicros.toInstant(micros);
    return zone.getRules().getOffset(instant).getTotalSeconds() * EpochMicros.MICROS_PER_SECOND;
  }

  /**
   * Returns the UTC offset of a zone in seconds at a local time: of two, the one after the change;
   * of a local time that a change skips, the one before it.
   */
  public static int offsetSecondsOfLocal(ZoneId zone, long localMicros) {
    if (zone.equals(ZoneOffset.UTC)) {
      return 0;
    }
    LocalDateTime local = EpochMicros.toLocalDateTime(localMicros);
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    if (change == null) {
      return zone.getRules().getOffset(local).getTotalSeconds();
    }
    ZoneOffset offset = change.isGap() ? change.getOffsetBefore() : change.getOffsetAfter();
    return offset.getTotalSeconds();
  }

  /** Returns the abbreviation of a zone at an instant. */
  public static String abbreviation(ZoneId zone, long micros) {
    if (zone instanceof ZoneOffset offset) {
      return offset.getTotalSeconds() == 0 ? "UTC" : nameOfZone(offset.getTotalSeconds());
    }
    Instant instant = EpochMicros.toInstant(micros);
    List<ZoneOffsetTransition> changes = zone.getRules().getTransitions();
    if (!changes.isEmpty() && instant.isBefore(changes.getFirst().getInstant())) {
      return "LMT";
    }
    boolean isDaylight = zone.getRules().isDaylightSavings(instant);
    String name = TimeZone.getTimeZone(zone).getDisplayName(isDaylight, TimeZone.SHORT, Locale.US);
    return name.startsWith("GMT") && name.length() > 3
        ? nameOfZone(zone.getRules().getOffset(instant).getTotalSeconds())
        : name;
  }

  private static String nameOfZone(int seconds) {
    return (seconds < 0 ? "-" : "+") + digits(Math.abs(seconds)).replace(":", "");
  }

  /** Returns the instant of a local time in a zone; the later one of two. */
  public static long zoned(ZoneId zone, long micros) {
    return zone.equals(ZoneOffset.UTC) || !EpochMicros.isFinite(micros)
        ? micros
        : EpochMicros.plus(
            micros, -offsetSecondsOfLocal(zone, micros) * EpochMicros.MICROS_PER_SECOND);
  }

  /** Returns the local time in a zone at an instant. */
  public static long unzoned(ZoneId zone, long micros) {
    return zone.equals(ZoneOffset.UTC) || !EpochMicros.isFinite(micros)
        ? micros
        : EpochMicros.plus(micros, offsetMicros(zone, micros));
  }
}
