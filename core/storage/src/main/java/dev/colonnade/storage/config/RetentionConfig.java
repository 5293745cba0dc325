package dev.colonnade.storage.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.gc.GarbageCollectorOptions;
import java.time.Duration;

/**
 * Retention of superseded versions.
 *
 * @param time age up to which timestamps can be read, default 1 hour
 * @param interval pause between two passes of the garbage collector, default 1 minute
 * @param collector size of the collector's steps
 */
public record RetentionConfig(Duration time, Duration interval, GarbageCollectorOptions collector) {
  public static final Duration TIME_MAX = Duration.ofDays(365);
  public static final Duration INTERVAL_MIN = Duration.ofMillis(1);
  public static final Duration INTERVAL_MAX = Duration.ofDays(1);

  public static final RetentionConfig DEFAULT =
      new RetentionConfig(
          Duration.ofHours(1), Duration.ofMinutes(1), GarbageCollectorOptions.DEFAULT);

  public RetentionConfig {
    requireWithin("time", time, Duration.ZERO, TIME_MAX);
    requireWithin("interval", interval, INTERVAL_MIN, INTERVAL_MAX);
    requireNonNull(collector, "collector is null");
  }

  /** Returns a copy with another retention time. */
  public RetentionConfig withTime(Duration other) {
    return new RetentionConfig(other, interval, collector);
  }

  /** Returns a copy with another interval. */
  public RetentionConfig withInterval(Duration other) {
    return new RetentionConfig(time, other, collector);
  }

  private static void requireWithin(String name, Duration value, Duration min, Duration max) {
    requireNonNull(value, name + " is null");
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "out of range: " + name + "=" + value + " min=" + min + " max=" + max);
    }
  }
}
