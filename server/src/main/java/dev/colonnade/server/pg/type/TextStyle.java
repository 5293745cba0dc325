package dev.colonnade.server.pg.type;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * What a session says of how its texts look.
 *
 * @param zone in which timestamps with time zone are shown
 * @param byteaAsHex whether bytes are shown as hexadecimal digits, and not escaped
 */
public record TextStyle(ZoneId zone, boolean byteaAsHex) {
  public static final TextStyle DEFAULT = new TextStyle(ZoneOffset.UTC, true);

  public TextStyle {
    requireNonNull(zone, "zone is null");
  }
}
