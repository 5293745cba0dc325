package dev.colonnade.split.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.load.RangeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds neighbours that are better one range.
 *
 * <p><b>Merges and splits never undo each other.</b> A merge makes at most half of what is split,
 * in bytes and in requests, so a range has to double before it is split again; a split makes pieces
 * of half of the limit, which is more than any range that is merged; and a range rests for a while
 * after any change of its keys.
 */
public final class MergePlanner {
  /** Most ranges that become one in one go. */
  public static final int NEIGHBOURS_MAX = 64;

  private final RangeLoads loads;
  private final RangeBorders borders;
  private final PinnedKeys pinned;
  private final NanoTicker ticker;
  private volatile long restNanos;

  /**
   * @param rest how long a range is left alone after a split or a merge
   */
  public MergePlanner(
      RangeLoads loads, RangeBorders borders, PinnedKeys pinned, NanoTicker ticker, Duration rest) {
    this.loads = requireNonNull(loads, "loads is null");
    this.borders = requireNonNull(borders, "borders is null");
    this.pinned = requireNonNull(pinned, "pinned is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    restNanos = rest.toNanos();
  }

  /** From now on a range is left alone for so long after a split or a merge. */
  public void changeRest(Duration rest) {
    restNanos = rest.toNanos();
  }

  /**
   * The ranges, from the first of {@code from} on, that are to be one; fewer than two if none are.
   *
   * @param from neighbours in order
   */
  public List<RangeDescriptor> neighbours(List<RangeStatus> from, LimitTable table) {
    RangeStatus first = from.getFirst();
    RangeLimits limits = table.of(first.descriptor().span().start());
    List<RangeDescriptor> together = new ArrayList<>();
    if (!isAtRest(first)) {
      return together;
    }
    together.add(first.descriptor());
    long bytes = bytes(first);
    double requests = requests(first);
    boolean hasSmall = isSmall(first, limits);
    for (RangeStatus next : from.subList(1, from.size())) {
      bytes += bytes(next);
      requests += requests(next);
      hasSmall |= isSmall(next, limits);
      boolean fits =
          hasSmall
              && together.size() < NEIGHBOURS_MAX
              && bytes <= limits.targetBytes()
              && requests <= limits.requestsPerSecondMax() / 2
              && isAtRest(next)
              && mayVanish(next.descriptor().span().start());
      if (!fits) {
        break;
      }
      together.add(next.descriptor());
    }
    return together;
  }

  private boolean mayVanish(Key border) {
    return switch (borders.at(border)) {
      case TABLE -> false;
      case INNER -> !pinned.contains(border);
      case ABANDONED -> true;
    };
  }

  private boolean isAtRest(RangeStatus range) {
    RangeMeter meter = loads.of(range.descriptor());
    return ticker.nanos() - meter.changedNanos() >= restNanos;
  }

  private static boolean isSmall(RangeStatus range, RangeLimits limits) {
    return bytes(range) < limits.minBytes();
  }

  private double requests(RangeStatus range) {
    return loads.of(range.descriptor()).requestsPerSecond();
  }

  private static long bytes(RangeStatus range) {
    return range.statistics().totalBytes();
  }
}
