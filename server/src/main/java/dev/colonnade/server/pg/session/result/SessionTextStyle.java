package dev.colonnade.server.pg.session.result;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.sql.setting.SessionSettings;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Cache of the text style that the settings of a session define. */
public final class SessionTextStyle {
  private final SessionSettings settings;
  private String zoneName = "UTC";
  private String byteaOutput = "hex";
  private TextStyle style = TextStyle.DEFAULT;
  private SessionSettings.@Nullable State known;

  public SessionTextStyle(SessionSettings settings) {
    this.settings = settings;
  }

  /** Returns the current style. */
  @SuppressWarnings("ReferenceEquality") // a change of settings makes a new state
  public TextStyle current() {
    SessionSettings.State state = settings.state();
    if (state != known) {
      update();
      known = state;
    }
    return style;
  }

  private void update() {
    String zone = settings.show("TimeZone");
    String bytea = settings.show("bytea_output");
    if (!zone.equals(zoneName) || !bytea.equals(byteaOutput)) {
      zoneName = zone;
      byteaOutput = bytea;
      style = new TextStyle(zoneOf(zone), !bytea.equals("escape"));
    }
  }

  private static ZoneId zoneOf(String name) {
    try {
      return TimeZones.named(name);
    } catch (ColonnadeException | DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }
}
