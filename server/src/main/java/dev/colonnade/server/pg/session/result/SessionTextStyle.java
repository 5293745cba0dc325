package dev.colonnade.server.pg.session.result;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.IntervalStyle;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingSource;
import dev.colonnade.sql.setting.SettingValue;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Text style that the settings of a session define. */
public final class SessionTextStyle {
  private static final SettingValue<TextStyle> STYLE = SettingValue.of(SessionTextStyle::styleOf);

  private final SessionSettings settings;

  public SessionTextStyle(SessionSettings settings) {
    this.settings = settings;
  }

  /** Returns the current style. */
  public TextStyle current() {
    return settings.get(STYLE);
  }

  private static TextStyle styleOf(SettingSource settings) {
    return new TextStyle(
        zoneOf(settings.show("TimeZone")),
        !settings.show("bytea_output").equals("escape"),
        DateStyle.of(settings.show("DateStyle")),
        IntervalStyle.of(settings.show("IntervalStyle")),
        TextEncoding.of(settings.show("client_encoding"), "client"),
        Integer.parseInt(settings.show("extra_float_digits")));
  }

  private static ZoneId zoneOf(String name) {
    try {
      return TimeZones.named(name);
    } catch (ColonnadeException | DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }
}
