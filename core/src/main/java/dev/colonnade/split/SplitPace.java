package dev.colonnade.split;

import java.time.Duration;

/**
 * When ranges are looked at.
 *
 * @param interval between two looks at what comes in; what is written is noticed at once
 * @param loadWindow for how long a busy range is watched before it is cut, again after every cut
 * @param rest how long a range is left alone after a change before it is merged
 */
public record SplitTiming(Duration interval, Duration loadWindow, Duration rest) {
  public static final Duration LEAST = Duration.ofMillis(10);
  public static final Duration MOST = Duration.ofDays(1);
  public static final Duration INTERVAL_MAX = Duration.ofHours(1);

  public static final SplitTiming DEFAULT =
      new SplitTiming(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(5));

  public SplitTiming {
    requireWithin("interval", interval, INTERVAL_MAX);
    requireWithin("loadWindow", loadWindow, MOST);
    requireWithin("rest", rest, MOST);
  }

  private static void requireWithin(String name, Duration value, Duration most) {
    if (value.compareTo(LEAST) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "out of range %s=%s min=%s max=%s".formatted(name, value, LEAST, most));
    }
  }
}
