package dev.colonnade.split.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
import java.util.function.Supplier;

/** Decides what is to be done about a range, by what it holds at this moment. Never waits. */
public final class RangeDecider {
  /** Most pieces into which a range is cut in one go: the exclusive section grows with them. */
  public static final int PIECES_MAX = 1024;

  private static final Plan REST = new Plan.Rest();

  private final Ranges ranges;
  private final Supplier<LimitTable> limits;

  public RangeDecider(Ranges ranges, Supplier<LimitTable> limits) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.limits = requireNonNull(limits, "limits is null");
  }

  /** What is to be done about {@code ref}; nothing if that range is gone. */
  public Plan decide(RangeRef ref) {
    RangeStatus status = ranges.status(ref.start());
    if (!RangeRef.of(status.descriptor()).equals(ref)) {
      return REST;
    }
    RangeLimits limit = limits.get().of(ref.start());
    long bytes = status.statistics().totalBytes();
    return bytes > limit.maxBytes()
        ? new Plan.SplitBySize(status, limit, pieces(bytes, limit))
        : REST;
  }

  private static int pieces(long bytes, RangeLimits limits) {
    long target = limits.targetBytes();
    long pieces = (bytes + target / 2) / target;
    return Math.clamp(pieces, 2, PIECES_MAX);
  }
}
