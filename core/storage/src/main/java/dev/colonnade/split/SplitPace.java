package dev.colonnade.split;

import dev.colonnade.split.plan.RangeDecider;
import java.time.Duration;

/**
 * Timing of split and merge decisions, and the maximum number of pieces of a split.
 *
 * @param interval time between two evaluations of the load; writes are evaluated immediately
 * @param loadWindow time for which the keys of a busy range are sampled before it is split, again
 *     after every split
 * @param cooldown minimum time between a change of a range and its merge (hysteresis)
 * @param piecesMax maximum number of pieces of one split
 */
public record SplitPace(Duration interval, Duration loadWindow, Duration cooldown, int piecesMax) {
  public static final Duration LEAST = Duration.ofMillis(10);
  public static final Duration MOST = Duration.ofDays(1);
  public static final Duration INTERVAL_MAX = Duration.ofHours(1);

  public static final SplitPace DEFAULT =
      new SplitPace(
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofMinutes(5),
          RangeDecider.PIECES_MAX);

  public SplitPace {
    requireWithin("interval", interval, INTERVAL_MAX);
    requireWithin("loadWindow", loadWindow, MOST);
    requireWithin("cooldown", cooldown, MOST);
    if (piecesMax < RangeDecider.PIECES_LEAST || piecesMax > RangeDecider.PIECES_MAX) {
      throw new IllegalArgumentException(
          "out of range piecesMax=%d min=%d max=%d"
              .formatted(piecesMax, RangeDecider.PIECES_LEAST, RangeDecider.PIECES_MAX));
    }
  }

  /** Returns a copy with other times. */
  public SplitPace withTimes(
      Duration otherInterval, Duration otherLoadWindow, Duration otherCooldown) {
    return new SplitPace(otherInterval, otherLoadWindow, otherCooldown, piecesMax);
  }

  /** Returns a copy with another maximum number of pieces. */
  public SplitPace withPiecesMax(int other) {
    return new SplitPace(interval, loadWindow, cooldown, other);
  }

  private static void requireWithin(String name, Duration value, Duration max) {
    if (value.compareTo(LEAST) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "out of range %s=%s min=%s max=%s".formatted(name, value, LEAST, max));
    }
  }
}
