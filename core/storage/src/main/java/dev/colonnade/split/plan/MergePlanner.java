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
 * Planner of merges of adjacent ranges.
 *
 * <p><b>Hysteresis.</b> Merges and splits never undo each other. A merged range has at most half of
 * the split threshold, in bytes and in requests, so it has to double before it is split again; a
 * split creates pieces of half of the limit, which is above the merge threshold; and a range has a
 * cooldown after each change of its keys.
 */
public final class MergePlanner {
  /** Maximum number of ranges in one merge. */
  public static final int RANGES_MAX = 64;

  private final RangeLoads loads;
  private final RangeBoundaries borders;
  private final PinnedKeys pinned;
  private final NanoTicker ticker;
  private volatile long cooldownNanos;

  /**
   * Creates a planner.
   *
   * @param cooldown minimum time between a split or merge of a range and its next merge
   */
  public MergePlanner(
      RangeLoads loads,
      RangeBoundaries borders,
      PinnedKeys pinned,
      NanoTicker ticker,
      Duration cooldown) {
    this.loads = requireNonNull(loads, "loads is null");
    this.borders = requireNonNull(borders, "borders is null");
    this.pinned = requireNonNull(pinned, "pinned is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    cooldownNanos = cooldown.toNanos();
  }

  /** Changes the minimum time between a split or merge of a range and its next merge. */
  public void changeCooldown(Duration cooldown) {
    cooldownNanos = cooldown.toNanos();
  }

  /**
   * Returns the ranges to merge, starting with the first of {@code from}; fewer than two for no
   * merge.
   *
   * @param from adjacent ranges in key order
   */
  public List<RangeDescriptor> rangesToMerge(List<RangeStatus> from, LimitTable table) {
    RangeStatus first = from.getFirst();
    RangeLimits limits = table.of(first.descriptor().span().start());
    List<RangeDescriptor> together = new ArrayList<>();
    if (!isCooledDown(first)) {
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
              && together.size() < RANGES_MAX
              && bytes <= limits.targetBytes()
              && requests <= limits.requestsPerSecondMax() / 2
              && isCooledDown(next)
              && isRemovable(next.descriptor().span().start());
      if (!fits) {
        break;
      }
      together.add(next.descriptor());
    }
    return together;
  }

  private boolean isRemovable(Key border) {
    return switch (borders.at(border)) {
      case TABLE -> false;
      case INNER -> !pinned.contains(border);
      case ABANDONED -> true;
    };
  }

  private boolean isCooledDown(RangeStatus range) {
    RangeMeter meter = loads.of(range.descriptor());
    return ticker.nanos() - meter.changedNanos() >= cooldownNanos;
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
