package dev.colonnade.server.pg.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.IntervalStyle;
import dev.colonnade.sql.function.encoding.TextEncoding;
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
 */
public record TextStyle(
    ZoneId zone,
    boolean byteaAsHex,
    DateStyle dateStyle,
    IntervalStyle intervalStyle,
    TextEncoding encoding) {
  public static final TextStyle DEFAULT =
      new TextStyle(
          ZoneOffset.UTC, true, DateStyle.DEFAULT, IntervalStyle.POSTGRES, TextEncoding.UTF8);

  public TextStyle {
    requireNonNull(zone, "zone is null");
    requireNonNull(dateStyle, "dateStyle is null");
    requireNonNull(intervalStyle, "intervalStyle is null");
    requireNonNull(encoding, "encoding is null");
  }

  /** Returns whether dates and timestamps have the form of ISO 8601. */
  boolean isIso() {
    return dateStyle.form() == DateStyle.Form.ISO;
  }
}
