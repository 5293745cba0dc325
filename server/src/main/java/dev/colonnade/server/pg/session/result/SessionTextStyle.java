package dev.colonnade.server.pg.session.result;

import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.sql.setting.SessionSettings;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Cache of the text style that the settings of a session define. */
public final class SessionTextStyle {
  private final SessionSettings settings;
  private String zoneName = "UTC";
  private String byteaOutput = "hex";
  private TextStyle style = TextStyle.DEFAULT;

  public SessionTextStyle(SessionSettings settings) {
    this.settings = settings;
  }

  /** Returns the current style. */
  public TextStyle current() {
    String zone = settings.show("TimeZone");
    String bytea = settings.show("bytea_output");
    if (!zone.equals(zoneName) || !bytea.equals(byteaOutput)) {
      zoneName = zone;
      byteaOutput = bytea;
      style = new TextStyle(zoneOf(zone), !bytea.equals("escape"));
    }
    return style;
  }

  private static ZoneId zoneOf(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }
}
