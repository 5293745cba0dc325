package dev.colonnade.store.rocks.config;

/** Range checks of configuration values. */
final class ConfigLimits {
  private ConfigLimits() {}

  static void check(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "setting out of limits %s=%d min=%d max=%d".formatted(name, value, min, max));
    }
  }
}
