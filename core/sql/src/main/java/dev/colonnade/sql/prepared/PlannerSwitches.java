package dev.colonnade.sql.prepared;

import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.EnumSet;
import java.util.Set;

/** Settings of a session that decide plans. */
final class PlannerSwitches {
  private static final Algorithm[] ALGORITHMS = Algorithm.values();

  private PlannerSwitches() {}

  static PlannerSettings of(SessionSettings settings) {
    Set<Algorithm> disabled = null;
    for (Algorithm algorithm : ALGORITHMS) {
      if (!settings.isOn(algorithm.setting())) {
        disabled = disabled == null ? EnumSet.noneOf(Algorithm.class) : disabled;
        disabled.add(algorithm);
      }
    }
    boolean isRowSecurityOn = settings.isOn("row_security");
    return disabled == null && isRowSecurityOn
        ? PlannerSettings.DEFAULT
        : new PlannerSettings(disabled == null ? Set.of() : disabled, isRowSecurityOn);
  }
}
