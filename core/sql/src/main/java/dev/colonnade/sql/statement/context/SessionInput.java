package dev.colonnade.sql.statement.context;

import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.datetime.IntervalStyle;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingSource;
import dev.colonnade.sql.setting.SettingValue;

/** Settings of a session by which texts of dates, times and intervals are read. */
public final class SessionInput {
  private static final SettingValue<InputContext.Settings> INPUT =
      SettingValue.of(SessionInput::read);

  private SessionInput() {}

  /** Returns the settings of a session, which it retains until one of its settings changes. */
  static InputContext.Settings of(SessionSettings settings) {
    return settings.get(INPUT);
  }

  /** Reads the settings. */
  public static InputContext.Settings read(SettingSource settings) {
    return new InputContext.Settings(
        DateStyle.of(settings.show("datestyle")).order(),
        TimeZones.named(settings.show("timezone")),
        IntervalStyle.of(settings.show("intervalstyle")));
  }
}
