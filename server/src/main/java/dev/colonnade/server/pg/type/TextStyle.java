package dev.colonnade.server.pg.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.IntervalStyle;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.type.value.FloatText;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Settings of a session for values in text format.
 *
 * @param zone time zone in which timestamps with time zone are formatted
 * @param byteaAsHex true to format BYTEA as hexadecimal digits, false to escape it
 * @param dateStyle form of dates and timestamps
 * @param intervalStyle form of intervals
 * @param encoding character encoding of the client
 * @param extraFloatDigits above 0 for the shortest digits of floating point numbers that are exact;
 *     otherwise added to 15 digits of DOUBLE PRECISION and 6 of REAL
 */
public record TextStyle(
    ZoneId zone,
    boolean byteaAsHex,
    DateStyle dateStyle,
    IntervalStyle intervalStyle,
    TextEncoding encoding,
    int extraFloatDigits) {
  private static final int DOUBLE_DIGITS = 15;
  private static final int REAL_DIGITS = 6;

  public static final TextStyle DEFAULT =
      new TextStyle(
          ZoneOffset.UTC, true, DateStyle.DEFAULT, IntervalStyle.POSTGRES, TextEncoding.UTF8, 1);

  public TextStyle {
    requireNonNull(zone, "zone is null");
    requireNonNull(dateStyle, "dateStyle is null");
    requireNonNull(intervalStyle, "intervalStyle is null");
    requireNonNull(encoding, "encoding is null");
  }

  /** Returns the text of a number of DOUBLE PRECISION. */
  String text(double number) {
    return extraFloatDigits > 0
        ? FloatText.of(number)
        : FloatText.rounded(number, Math.max(1, DOUBLE_DIGITS + extraFloatDigits));
  }

  /** Returns the text of a number of REAL. */
  String text(float number) {
    return extraFloatDigits > 0
        ? FloatText.of(number)
        : FloatText.rounded(number, Math.max(1, REAL_DIGITS + extraFloatDigits));
  }

  /** Returns whether dates and timestamps have the form of ISO 8601. */
  boolean isIso() {
    return dateStyle.form() == DateStyle.Form.ISO;
  }
}
