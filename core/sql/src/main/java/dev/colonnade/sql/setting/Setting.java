package dev.colonnade.sql.setting;

import static java.util.Objects.requireNonNull;

/**
 * A setting that a session has.
 *
 * @param name as it is shown; it is found by the same in small letters
 * @param initial the value of a new session
 * @param isReported whether clients are told when it changes (ParameterStatus)
 */
public record Setting(String name, SettingKind kind, String initial, boolean isReported) {
  public Setting {
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(initial, "initial is null");
  }

  static Setting of(String name, SettingKind kind, String initial) {
    return new Setting(name, kind, initial, false);
  }

  static Setting reported(String name, SettingKind kind, String initial) {
    return new Setting(name, kind, initial, true);
  }

  /** What it is for; empty if nobody said. */
  public String description() {
    return KnownSettings.description(name);
  }
}
