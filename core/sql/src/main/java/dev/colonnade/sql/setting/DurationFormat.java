package dev.colonnade.sql.setting;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser and formatter of duration settings: a number and a unit, by default milliseconds. */
final class DurationFormat {
  private static final Pattern FORM =
      Pattern.compile("\\s*(-?[0-9]+(?:\\.[0-9]+)?)\\s*(us|ms|s|min|h|d)?\\s*");

  private static final Map<String, Double> UNITS =
      Map.of(
          "us",
          0.001,
          "ms",
          1.0,
          "s",
          1_000.0,
          "min",
          60_000.0,
          "h",
          3_600_000.0,
          "d",
          86_400_000.0);

  private DurationFormat() {}

  static long of(String canonical) {
    Matcher matcher = FORM.matcher(canonical);
    if (!matcher.matches()) {
      throw new IllegalStateException("not a duration: value=" + canonical);
    }
    return millis(matcher);
  }

  /**
   * Returns the value in the largest unit that represents it as an integer; INVALID_ARGUMENT if it
   * is no duration or out of range.
   */
  static String canonical(String name, String value) {
    Matcher matcher = FORM.matcher(value);
    if (!matcher.matches()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          SettingErrors.invalid(name, value),
          value.isBlank() || !Character.isDigit(value.strip().charAt(0))
              ? ErrorFields.NONE
              : ErrorFields.NONE.withHint(
                  "Valid units for this parameter are \"us\", \"ms\", \"s\", \"min\", \"h\","
                      + " and \"d\"."));
    }
    long millis = millis(matcher);
    if (millis < 0 || millis > Integer.MAX_VALUE) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "%d ms is outside the valid range for parameter \"%s\" (0 .. %d)"
              .formatted(millis, name, Integer.MAX_VALUE));
    }
    return text(millis);
  }

  private static long millis(Matcher matcher) {
    String unit = matcher.group(2);
    double factor = unit == null ? 1.0 : UNITS.getOrDefault(unit, 1.0);
    return Math.round(Double.parseDouble(matcher.group(1)) * factor);
  }

  /** Returns a duration in the largest unit that represents it as an integer. */
  static String text(long millis) {
    if (millis == 0) {
      return "0";
    }
    if (millis % 86_400_000 == 0) {
      return millis / 86_400_000 + "d";
    }
    if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + "h";
    }
    if (millis % 60_000 == 0) {
      return millis / 60_000 + "min";
    }
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }
}
