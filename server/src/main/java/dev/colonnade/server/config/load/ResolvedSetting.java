package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

/**
 * Setting with its value and the origin of the value.
 *
 * @param key key, such as {@code listen.native-port}
 * @param value value in the configuration file's syntax, such as {@code 16 MiB}
 * @param origin source of the value: a file and its line, the name of a variable or of an option,
 *     or {@link #DEFAULT}
 */
public record ResolvedSetting(String key, String value, String origin) {
  public static final String DEFAULT = "default";

  public ResolvedSetting {
    requireNonNull(key, "key is null");
    requireNonNull(value, "value is null");
    requireNonNull(origin, "origin is null");
  }
}
