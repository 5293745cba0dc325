package dev.colonnade.split;

import dev.colonnade.split.plan.RangeDecider;
import java.time.Duration;

/**
 * When ranges are looked at, how long is waited between two decisions about one, and how far one
 * decision goes.
 *
 * @param interval between two looks at what comes in; what is written is noticed at once
 * @param loadWindow for how long a busy range is watched before it is cut, again after every cut
 * @param rest how long a range is left alone after a change before it is merged
 * @param piecesMax pieces that a range is cut into in one go
 */
public record SplitPace(Duration interval, Duration loadWindow, Duration rest, int piecesMax) {
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
    requireWithin("rest", rest, MOST);
    if (piecesMax < RangeDecider.PIECES_LEAST || piecesMax > RangeDecider.PIECES_MAX) {
      throw new IllegalArgumentException(
          "out of range piecesMax=%d min=%d max=%d"
              .formatted(piecesMax, RangeDecider.PIECES_LEAST, RangeDecider.PIECES_MAX));
    }
  }

  /** The same at other times. */
  public SplitPace withTimes(Duration otherInterval, Duration otherLoadWindow, Duration otherRest) {
    return new SplitPace(otherInterval, otherLoadWindow, otherRest, piecesMax);
  }

  /** The same with another number of pieces. */
  public SplitPace withPiecesMax(int other) {
    return new SplitPace(interval, loadWindow, rest, other);
  }

  private static void requireWithin(String name, Duration value, Duration most) {
    if (value.compareTo(LEAST) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "out of range %s=%s min=%s max=%s".formatted(name, value, LEAST, most));
    }
  }
}
