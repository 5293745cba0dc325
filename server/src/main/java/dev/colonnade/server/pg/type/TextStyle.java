package dev.colonnade.server.pg.type;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Settings of a session for values in text format.
 *
 * @param zone time zone in which timestamps with time zone are formatted
 * @param byteaAsHex true to format BYTEA as hexadecimal digits, false to escape it
 */
public record TextStyle(ZoneId zone, boolean byteaAsHex) {
  public static final TextStyle DEFAULT = new TextStyle(ZoneOffset.UTC, true);

  public TextStyle {
    requireNonNull(zone, "zone is null");
  }
}
