package dev.colonnade.split.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Decision function for splits and merges, by the current size and load of a range. Never blocks.
 */
public final class RangeDecider {
  public static final int PIECES_LEAST = 2;

  /** Maximum number of pieces of one split; the exclusive section grows with it. */
  public static final int PIECES_MAX = 1024;

  private static final RangeAction NONE = new RangeAction.None();

  private final Ranges ranges;
  private final RangeLoads loads;
  private final MergePlanner merges;
  private final Supplier<LimitTable> limits;
  private final IntSupplier piecesMax;

  /**
   * Creates a decider.
   *
   * @param limits current limits
   * @param piecesMax current maximum number of pieces, from {@link #PIECES_LEAST} to {@link
   *     #PIECES_MAX}
   */
  public RangeDecider(
      Ranges ranges,
      RangeLoads loads,
      MergePlanner merges,
      Supplier<LimitTable> limits,
      IntSupplier piecesMax) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.loads = requireNonNull(loads, "loads is null");
    this.merges = requireNonNull(merges, "merges is null");
    this.limits = requireNonNull(limits, "limits is null");
    this.piecesMax = requireNonNull(piecesMax, "piecesMax is null");
  }

  /**
   * Returns the decision about the range {@code ref}; {@link RangeAction.None} if it does not exist
   * any more.
   */
  public RangeAction decide(RangeRef ref) {
    RangeStatus status = ranges.status(ref.start());
    if (!RangeRef.of(status.descriptor()).equals(ref)) {
      return NONE;
    }
    LimitTable table = limits.get();
    RangeLimits limit = table.of(ref.start());
    long bytes = status.statistics().totalBytes();
    if (bytes > limit.maxBytes()) {
      return new RangeAction.SplitBySize(status, limit, pieces(bytes, limit));
    }
    if (loads.of(status.descriptor()).requestsPerSecond() > limit.requestsPerSecondMax()) {
      Optional<Key> key = loads.balancedKey(status.descriptor());
      return key.isPresent() ? new RangeAction.SplitByLoad(status, key.get()) : NONE;
    }
    List<RangeDescriptor> toMerge =
        merges.rangesToMerge(ranges.status(ref.start(), MergePlanner.RANGES_MAX), table);
    return toMerge.size() > 1 ? new RangeAction.Merge(toMerge) : NONE;
  }

  private int pieces(long bytes, RangeLimits limits) {
    long target = limits.targetBytes();
    long pieces = (bytes + target / 2) / target;
    return Math.clamp(pieces, PIECES_LEAST, piecesMax.getAsInt());
  }
}
