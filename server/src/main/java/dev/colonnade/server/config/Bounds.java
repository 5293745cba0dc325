package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** Range checks of settings. */
final class Bounds {
  private Bounds() {}

  static void check(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "out of range: " + name + "=" + value + " min=" + min + " max=" + max);
    }
  }

  static void check(String name, Duration value, Duration min, Duration max) {
    requireNonNull(value, name + " is null");
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "out of range: " + name + "=" + value + " min=" + min + " max=" + max);
    }
  }
}
