package dev.colonnade.sql.prepared;

import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.setting.SessionSettings;

/** Settings of a session that decide plans. */
final class PlannerSwitches {
  private PlannerSwitches() {}

  static PlannerSettings of(SessionSettings settings) {
    return new PlannerSettings(
        settings.isOn("enable_hashjoin"),
        settings.isOn("enable_nestloop"),
        settings.isOn("enable_indexscan"),
        settings.isOn("enable_seqscan"));
  }
}
