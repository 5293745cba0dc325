package dev.colonnade.sql.statement;

import dev.colonnade.sql.setting.SessionSettings;

/**
 * Settings of a session that affect plans. Plans that were made under other options are not used.
 *
 * @param vectors whether operators on vectors may run a query: {@code enable_vectors}
 */
public record PlanOptions(boolean vectors) {
  /** With everything that there is. */
  public static final PlanOptions ALL = new PlanOptions(true);

  private static final PlanOptions WITHOUT_VECTORS = new PlanOptions(false);

  /** The options of a session at this moment. */
  public static PlanOptions of(SessionSettings settings) {
    return settings.isOn("enable_vectors") ? ALL : WITHOUT_VECTORS;
  }
}
