package dev.colonnade.server.config.load;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Formatter of values in the configuration file's syntax: exact, in the largest unit that divides.
 */
final class SettingFormatter {
  private static final List<String> BYTE_UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
  private static final int BYTE_UNIT_FACTOR = 1024;

  /** Time units, the largest first. */
  private static final List<TimeUnit> TIME_UNITS =
      List.of(TimeUnit.HOURS, TimeUnit.MINUTES, TimeUnit.SECONDS, TimeUnit.MILLISECONDS);

  private static final Map<TimeUnit, String> UNIT_NAMES =
      Map.of(
          TimeUnit.HOURS, "h",
          TimeUnit.MINUTES, "m",
          TimeUnit.SECONDS, "s",
          TimeUnit.MILLISECONDS, "ms");

  private SettingFormatter() {}

  static String ofBytes(long bytes) {
    long count = bytes;
    int unit = 0;
    while (count != 0 && count % BYTE_UNIT_FACTOR == 0 && unit < BYTE_UNITS.size() - 1) {
      count /= BYTE_UNIT_FACTOR;
      unit++;
    }
    return count + " " + BYTE_UNITS.get(unit);
  }

  static String ofTime(Duration time) {
    long nanos = time.toNanos();
    for (TimeUnit unit : TIME_UNITS) {
      long unitNanos = unit.toNanos(1);
      if (nanos % unitNanos == 0 && (nanos != 0 || unit == TimeUnit.SECONDS)) {
        return nanos / unitNanos + " " + UNIT_NAMES.get(unit);
      }
    }
    return nanos + " ns";
  }

  static String ofChoice(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
