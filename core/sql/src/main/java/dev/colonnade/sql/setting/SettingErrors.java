package dev.colonnade.sql.setting;

/** Error messages about setting values. */
final class SettingErrors {

  private SettingErrors() {}

  /** Returns the message about a value that a setting does not accept. */
  static String invalid(String name, String value) {
    return "invalid value for parameter \"%s\": \"%s\"".formatted(name, value);
  }
}
