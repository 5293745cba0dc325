package dev.colonnade.sql.setting;

import static java.util.Objects.requireNonNull;

/**
 * Definition of a session setting.
 *
 * @param name in display case; lookups ignore the case
 * @param initial the value of a new session
 * @param isReported whether changes are reported to clients (ParameterStatus)
 * @param description its purpose; empty if there is none
 */
public record Setting(
    String name, SettingKind kind, String initial, boolean isReported, String description) {
  public Setting {
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(initial, "initial is null");
    requireNonNull(description, "description is null");
  }

  static Setting of(String name, SettingKind kind, String initial) {
    return new Setting(name, kind, initial, false, "");
  }

  static Setting reported(String name, SettingKind kind, String initial) {
    return new Setting(name, kind, initial, true, "");
  }

  Setting withDescription(String text) {
    return new Setting(name, kind, initial, isReported, text);
  }
}
