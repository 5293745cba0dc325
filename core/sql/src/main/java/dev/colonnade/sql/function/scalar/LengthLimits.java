package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interval.IntervalModifier;
import dev.colonnade.type.Interval;

/** Fitting of values to the modifiers of their types: lengths of texts, fields of intervals. */
public final class LengthLimits {
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
  public static Interval fitInterval(Interval value, int encoded) {
    IntervalModifier modifier = new IntervalModifier(encoded);
    Interval fitted = modifier.truncate(value);
    return new Interval(
        fitted.months(),
        fitted.days(),
        DateTimeFunctions.fitMicros(fitted.micros(), modifier.digits()));
  }
}
