package dev.colonnade.sql.prepared;

import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingSource;
import dev.colonnade.sql.setting.SettingValue;
import dev.colonnade.sql.statement.context.SessionInput;
import java.util.EnumSet;
import java.util.Set;

/** Settings of a session that decide plans. */
final class PlannerSwitches {
  private static final SettingValue<PlannerSettings> SETTINGS =
      SettingValue.of(PlannerSwitches::read);

  private PlannerSwitches() {}

  static PlannerSettings of(SessionSettings settings) {
    return settings.get(SETTINGS);
  }

  private static PlannerSettings read(SettingSource settings) {
    Set<Algorithm> disabled = EnumSet.noneOf(Algorithm.class);
    for (Algorithm algorithm : Algorithm.values()) {
      if (!settings.isOn(algorithm.setting())) {
        disabled.add(algorithm);
      }
    }
    return new PlannerSettings(
        disabled, settings.isOn("row_security"), SessionInput.read(settings));
  }
}
