package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Map;
import java.util.TreeMap;

/** The settings of one session, by name. One thread. */
public final class SessionSettings {
  private static final Map<String, String> DEFAULTS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("application_name", ""),
              Map.entry("client_encoding", "UTF8"),
              Map.entry("datestyle", "ISO, MDY"),
              Map.entry("extra_float_digits", "1"),
              Map.entry("integer_datetimes", "on"),
              Map.entry("intervalstyle", "postgres"),
              Map.entry("search_path", "\"$user\", public"),
              Map.entry("server_encoding", "UTF8"),
              Map.entry("server_version", "15.0"),
              Map.entry("standard_conforming_strings", "on"),
              Map.entry("timezone", "UTC"),
              Map.entry("transaction_isolation", "serializable")));

  private final Map<String, String> values = new TreeMap<>(DEFAULTS);

  /** The value of a setting; UNKNOWN_OBJECT if there is none of this name. */
  public String show(String name) {
    String value = values.get(name);
    if (value == null) {
      throw unknown(name);
    }
    return value;
  }

  /** All settings in the order of their names. */
  public Map<String, String> all() {
    return Map.copyOf(values);
  }

  void set(String name, String value) {
    if (!DEFAULTS.containsKey(name)) {
      throw unknown(name);
    }
    values.put(name, value);
  }

  void reset(String name) {
    String value = DEFAULTS.get(name);
    if (value == null) {
      throw unknown(name);
    }
    values.put(name, value);
  }

  void resetAll() {
    values.putAll(DEFAULTS);
  }

  private static ColonnadeException unknown(String name) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT, "unrecognized configuration parameter \"" + name + "\"");
  }
}
