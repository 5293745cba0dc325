package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Interval;

/** Fitting of values to the modifiers of their types: lengths of texts, fields of intervals. */
public final class LengthLimits {
  private static final int FIELDS_SHIFT = 16;
  private static final int ALL_FIELDS = 0x7FFF;
  private static final int PRECISION_MASK = 0xFFFF;
  private static final int MONTH = 1 << 1;
  private static final int YEAR = 1 << 2;
  private static final int DAY = 1 << 3;
  private static final int HOUR = 1 << 10;
  private static final int MINUTE = 1 << 11;
  private static final int SECOND = 1 << 12;
  private static final long MICROS_PER_MINUTE = 60_000_000L;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  private static final int MICROS_DIGITS = 6;

  private LengthLimits() {}

  /** Returns a text without its trailing blanks, as CHAR stores it. */
  public static String withoutBlanks(String value) {
    int end = value.length();
    while (end > 0 && value.charAt(end - 1) == ' ') {
      end--;
    }
    return value.substring(0, end);
  }

  /** Truncates a text to a length, as an explicit cast to CHAR does. */
  public static String cutCharacter(String value, int length) {
    return withoutBlanks(Texts.fitText(value, length));
  }

  /** Returns a value of CHAR with the trailing blanks that its storage omits. */
  public static String padCharacter(String value, int length) {
    int missing = length - value.codePointCount(0, value.length());
    return missing > 0 ? value + " ".repeat(missing) : value;
  }

  /** Returns a text as an assignment to CHAR does: only blanks are cut off. */
  public static String requireCharacter(String value, int length) {
    return withoutBlanks(require("character", value, length));
  }

  /** Returns a text as an assignment to VARCHAR does: only blanks are cut off. */
  public static String requireVarying(String value, int length) {
    return require("character varying", value, length);
  }

  private static String require(String type, String value, int length) {
    String fitted = Texts.fitText(value, length);
    if (!value.substring(fitted.length()).isBlank()) {
      throw new ColonnadeException(
          ErrorCode.STRING_TOO_LONG, "value too long for type %s(%d)".formatted(type, length));
    }
    return fitted;
  }

  /** Truncates an interval to the fields and digits of a modifier in PostgreSQL's encoding. */
  public static Interval fitInterval(Interval value, int modifier) {
    int fields = modifier >> FIELDS_SHIFT & ALL_FIELDS;
    int digits = modifier & PRECISION_MASK;
    Interval fitted = fields == ALL_FIELDS ? value : ofFields(value, fields);
    return digits >= MICROS_DIGITS
        ? fitted
        : new Interval(
            fitted.months(), fitted.days(), DateTimeFunctions.fitMicros(fitted.micros(), digits));
  }

  private static Interval ofFields(Interval value, int fields) {
    if ((fields & ~(YEAR | MONTH)) == 0) {
      int months =
          (fields & MONTH) == 0
              ? value.months() / Interval.MONTHS_PER_YEAR * Interval.MONTHS_PER_YEAR
              : value.months();
      return new Interval(months, 0, 0);
    }
    if (fields == DAY) {
      return new Interval(value.months(), value.days(), 0);
    }
    if ((fields & (MINUTE | SECOND)) == 0 && (fields & HOUR) != 0) {
      return truncated(value, MICROS_PER_HOUR);
    }
    return (fields & SECOND) == 0 ? truncated(value, MICROS_PER_MINUTE) : value;
  }

  private static Interval truncated(Interval value, long unit) {
    return new Interval(value.months(), value.days(), value.micros() / unit * unit);
  }
}
