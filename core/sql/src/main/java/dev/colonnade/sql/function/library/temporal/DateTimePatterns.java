package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.sql.function.library.temporal.TemplateFields.Convention;
import java.util.List;
import java.util.Locale;

/**
 * Template patterns of dates and times in {@code to_char}, {@code to_date} and {@code
 * to_timestamp}.
 */
final class DateTimePatterns {
  /** All patterns; longer ones first, so that a pattern is matched before its prefixes. */
  private static final List<String> PATTERNS =
      List.of(
          "HH24", "HH12", "SSSSS", "SSSS", "Y,YYY", "YYYY", "IYYY", "MONTH", "Month", "month",
          "A.M.", "P.M.", "a.m.", "p.m.", "IDDD", "DDD", "IYY", "YYY", "MON", "Mon", "mon", "DAY",
          "Day", "day", "TZH", "TZM", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "FX", "HH", "MI",
          "SS", "MS", "US", "AM", "PM", "am", "pm", "YY", "IY", "MM", "DY", "Dy", "dy", "DD", "ID",
          "WW", "IW", "CC", "RM", "rm", "TZ", "tz", "OF", "B.C.", "A.D.", "b.c.", "a.d.", "BC",
          "AD", "bc", "ad", "Y", "I", "D", "W", "J", "Q");

  private DateTimePatterns() {}

  /** Returns the template pattern at a position; empty if there is none. */
  static String at(String format, int at) {
    for (String pattern : PATTERNS) {
      if (format.startsWith(pattern, at)
          || (!isWord(pattern) && matchesAnyCase(format, at, pattern))) {
        return pattern;
      }
    }
    return "";
  }

  private static boolean matchesAnyCase(String format, int at, String pattern) {
    return format.startsWith(pattern.toLowerCase(Locale.ROOT), at);
  }

  /** Returns whether a pattern is the name of a month or of a day of the week. */
  static boolean isName(String pattern) {
    return List.of("MONTH", "MON", "DAY", "DY").contains(pattern.toUpperCase(Locale.ROOT));
  }

  /** Returns whether a field is read as digits, without a separator before it. */
  static boolean isNumber(String pattern) {
    return !isWord(pattern) && !List.of("FX", "OF", "TZH").contains(pattern);
  }

  /** Returns whether the text of a field can have the ending of an ordinal number. */
  static boolean hasOrdinal(String pattern) {
    return !isWord(pattern) && !List.of("FX", "OF", "TZH", "TZM").contains(pattern);
  }

  /** Returns the calendar that a field of a date belongs to. */
  static Convention convention(String pattern) {
    return switch (pattern) {
      case "ID", "IDDD", "IW", "IYYY", "IYY", "IY", "I" -> Convention.ISO_WEEK;
      case "D", "DD", "DDD", "MM", "WW", "W", "Y,YYY", "YYYY", "YYY", "YY", "Y" ->
          Convention.GREGORIAN;
      case "MONTH", "Month", "month", "MON", "Mon", "mon", "RM", "rm" -> Convention.GREGORIAN;
      default -> Convention.NONE;
    };
  }

  /** Returns whether the case of a pattern determines the case of the result. */
  private static boolean isWord(String pattern) {
    return List.of(
            "MONTH", "MON", "DAY", "DY", "AM", "PM", "A.M.", "P.M.", "B.C.", "A.D.", "BC", "AD",
            "RM", "TZ")
        .contains(pattern.toUpperCase(Locale.ROOT));
  }
}
