package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

/**
 * A setting as it came to be.
 *
 * @param key such as {@code listen.native-port}
 * @param value as it could stand in the file, such as {@code 16 MiB}
 * @param origin where it comes from: a file and its line, the name of a variable or of an option,
 *     or {@link #DEFAULT}
 */
public record Setting(String key, String value, String origin) {
  public static final String DEFAULT = "default";

  public Setting {
    requireNonNull(key, "key is null");
    requireNonNull(value, "value is null");
    requireNonNull(origin, "origin is null");
  }
}
