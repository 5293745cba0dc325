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

/** Decides what is to be done about a range, by what it holds at this moment. Never waits. */
public final class RangeDecider {
  public static final int PIECES_LEAST = 2;

  /** Most pieces into which a range is cut in one go: the exclusive section grows with them. */
  public static final int PIECES_MAX = 1024;

  private static final Plan REST = new Plan.Rest();

  private final Ranges ranges;
  private final RangeLoads loads;
  private final MergePlanner merges;
  private final Supplier<LimitTable> limits;
  private final IntSupplier piecesMax;

  /**
   * @param limits in force
   * @param piecesMax at the moment, from {@link #PIECES_LEAST} to {@link #PIECES_MAX}
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

  /** What is to be done about {@code ref}; nothing if that range is gone. */
  public Plan decide(RangeRef ref) {
    RangeStatus status = ranges.status(ref.start());
    if (!RangeRef.of(status.descriptor()).equals(ref)) {
      return REST;
    }
    LimitTable table = limits.get();
    RangeLimits limit = table.of(ref.start());
    long bytes = status.statistics().totalBytes();
    if (bytes > limit.maxBytes()) {
      return new Plan.SplitBySize(status, limit, pieces(bytes, limit));
    }
    if (loads.of(status.descriptor()).requestsPerSecond() > limit.requestsPerSecondMax()) {
      Optional<Key> key = loads.balancedKey(status.descriptor());
      return key.isPresent() ? new Plan.SplitByLoad(status, key.get()) : REST;
    }
    List<RangeDescriptor> neighbours =
        merges.neighbours(ranges.status(ref.start(), MergePlanner.NEIGHBOURS_MAX), table);
    return neighbours.size() > 1 ? new Plan.Merge(neighbours) : REST;
  }

  private int pieces(long bytes, RangeLimits limits) {
    long target = limits.targetBytes();
    long pieces = (bytes + target / 2) / target;
    return Math.clamp(pieces, PIECES_LEAST, piecesMax.getAsInt());
  }
}
