package dev.colonnade.sql.function.datetime;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Field of a date, time or interval, as EXTRACT and {@code date_trunc} name it. */
public enum DateTimeUnit {
  MICROSECOND("us", "usec", "usecond", "useconds", "usecs", "microsecon"),
  MILLISECOND("ms", "msec", "msecond", "mseconds", "msecs", "millisecon"),
  SECOND("s", "sec", "second", "seconds", "secs"),
  MINUTE("m", "min", "mins", "minute", "minutes"),
  HOUR("h", "hour", "hours", "hr", "hrs"),
  DAY("d", "day", "days"),
  WEEK("w", "week", "weeks"),
  MONTH("mon", "mons", "month", "months"),
  QUARTER("qtr", "quarter"),
  YEAR("y", "year", "years", "yr", "yrs"),
  DECADE("dec", "decade", "decades", "decs"),
  CENTURY("c", "cent", "centuries", "century"),
  MILLENNIUM("mil", "millennia", "millennium", "mils"),
  EPOCH("epoch"),
  JULIAN("j", "jd", "julian"),
  DAY_OF_WEEK("dow"),
  ISO_DAY_OF_WEEK("isodow"),
  DAY_OF_YEAR("doy"),
  ISO_YEAR("isoyear"),
  ZONE("timezone"),
  ZONE_HOUR("timezone_h"),
  ZONE_MINUTE("timezone_m");

  /** Number of characters of a word that are significant. */
  private static final int WORD_MAX = 10;

  private static final Map<String, DateTimeUnit> BY_WORD = new HashMap<>();

  static {
    for (DateTimeUnit unit : values()) {
      for (String word : unit.words) {
        BY_WORD.put(word, unit);
      }
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // immutable list
  private final List<String> words;

  DateTimeUnit(String... words) {
    this.words = List.of(words);
  }

  /** Returns the unit of a name; INVALID_ARGUMENT with the name of the type if there is none. */
  public static DateTimeUnit of(String name, String type) {
    DateTimeUnit unit = find(name);
    if (unit == null) {
      throw unrecognized(name, type);
    }
    return unit;
  }

  /** Returns the unit of a name; null if there is none. */
  public static @Nullable DateTimeUnit find(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return BY_WORD.get(lower.substring(0, Math.min(WORD_MAX, lower.length())));
  }

  /** Variant of {@link #of} for truncation, which does not know days of weeks and the like. */
  public static DateTimeUnit ofTruncation(String name, String type) {
    DateTimeUnit unit = of(name, type);
    if (unit.compareTo(EPOCH) >= 0 && !unit.isOfZone()) {
      throw unrecognized(name, type);
    }
    return unit;
  }

  private static ColonnadeException unrecognized(String name, String type) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        "unit \"%s\" not recognized for type %s".formatted(name.toLowerCase(Locale.ROOT), type));
  }

  /** Returns the error of a unit that values of a type do not have. */
  public static ColonnadeException unsupported(String name, String type) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "unit \"%s\" not supported for type %s".formatted(name.toLowerCase(Locale.ROOT), type));
  }

  /** Returns whether the field grows with time, and is infinite for {@code infinity}. */
  public boolean isMonotonic() {
    return switch (this) {
      case YEAR, DECADE, CENTURY, MILLENNIUM, JULIAN, ISO_YEAR, EPOCH -> true;
      case MICROSECOND, MILLISECOND, SECOND, MINUTE, HOUR, DAY, WEEK, MONTH, QUARTER -> false;
      case DAY_OF_WEEK, ISO_DAY_OF_WEEK, DAY_OF_YEAR, ZONE, ZONE_HOUR, ZONE_MINUTE -> false;
    };
  }

  /** Returns whether EXTRACT returns whole numbers, without digits after the point. */
  public boolean isWhole() {
    return switch (this) {
      case MILLISECOND, SECOND, EPOCH, JULIAN -> false;
      case MICROSECOND, MINUTE, HOUR, DAY, WEEK, MONTH, QUARTER, YEAR -> true;
      case DECADE, CENTURY, MILLENNIUM, ISO_YEAR, ZONE, ZONE_HOUR, ZONE_MINUTE -> true;
      case DAY_OF_WEEK, ISO_DAY_OF_WEEK, DAY_OF_YEAR -> true;
    };
  }

  /** Returns whether the field is a part of the time of day. */
  public boolean isOfTime() {
    return compareTo(HOUR) <= 0;
  }

  /** Returns whether the field is a part of the offset of a time zone. */
  public boolean isOfZone() {
    return compareTo(ZONE) >= 0;
  }
}
