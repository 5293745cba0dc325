package dev.colonnade.split;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.split.plan.MergePlanner;
import dev.colonnade.split.plan.RangeAction;
import dev.colonnade.split.plan.RangeDecider;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.plan.SplitKeys;
import dev.colonnade.split.queue.Urgency;
import dev.colonnade.split.queue.Work;
import dev.colonnade.store.Durability;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executor of the splits and merges that {@link RangeDecider} decides. */
final class RangeChangeExecutor implements Work<RangeRef> {
  private static final Logger LOG = LoggerFactory.getLogger(RangeChangeExecutor.class);

  /**
   * Priority of splits by load: above merges (at most 1), below most splits by size (more than 1).
   */
  private static final double LOAD_PRIORITY = 1;

  private final SplitDependencies dependencies;
  private final RangeDecider decider;
  private final SplitKeys keys;
  private final RangeChanges changes;

  RangeChangeExecutor(
      SplitDependencies dependencies, RangeDecider decider, SplitKeys keys, RangeChanges changes) {
    this.dependencies = dependencies;
    this.decider = decider;
    this.keys = keys;
    this.changes = changes;
  }

  @Override
  public @Nullable Urgency urgency(RangeRef ref) {
    return switch (decider.decide(ref)) {
      case RangeAction.None _ -> null;
      case RangeAction.SplitBySize split -> bySize(split);
      case RangeAction.SplitByLoad split ->
          new Urgency(LOAD_PRIORITY, split.range().statistics().totalBytes());
      case RangeAction.Merge merge ->
          new Urgency((double) merge.ranges().size() / MergePlanner.RANGES_MAX, 0);
    };
  }

  private static Urgency bySize(RangeAction.SplitBySize split) {
    long bytes = split.range().statistics().totalBytes();
    double sizeRatio = (double) bytes / split.limits().maxBytes();
    return new Urgency(Math.min(sizeRatio, Urgency.PRIORITY_MAX), bytes);
  }

  @Override
  public boolean run(RangeRef ref) {
    try {
      return switch (decider.decide(ref)) {
        case RangeAction.None _ -> false;
        case RangeAction.SplitBySize split -> splitBySize(split);
        case RangeAction.SplitByLoad split -> splitByLoad(split);
        case RangeAction.Merge merge -> merge(merge);
      };
    } catch (ColonnadeException e) {
      switch (e.code()) {
        case RANGE_BUSY, SHUTTING_DOWN -> {} // retried later, or not needed any more
        case RANGE_UNSPLITTABLE -> LOG.warn("range cannot be split: {}", e.getMessage());
        default -> LOG.warn("range could not be changed range={}", ref.id(), e);
      }
      throw e;
    }
  }

  private boolean splitBySize(RangeAction.SplitBySize split) {
    RangeDescriptor range = split.range().descriptor();
    RangeChangeEvent event = changes.begin();
    long startNanos = dependencies.ticker().nanos();
    List<Key> cuts = keys.bySize(split.range(), split.pieceCount());
    if (cuts.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.RANGE_UNSPLITTABLE,
          "range has no second row to split at range=%d bytes=%d maxBytes=%d"
              .formatted(
                  range.id(), split.range().statistics().totalBytes(), split.limits().maxBytes()));
    }
    // Relaxed durability: a split that is lost in a power failure is decided again.
    List<RangeDescriptor> pieces = dependencies.operations().split(range, cuts, Durability.RELAXED);
    record(RangeChange.Reason.SIZE, List.of(range), pieces, startNanos, event);
    return true;
  }

  private boolean splitByLoad(RangeAction.SplitByLoad split) {
    RangeDescriptor range = split.range().descriptor();
    RangeChangeEvent event = changes.begin();
    long startNanos = dependencies.ticker().nanos();
    List<RangeDescriptor> pieces =
        dependencies.operations().split(range, List.of(split.key()), Durability.RELAXED);
    record(RangeChange.Reason.LOAD, List.of(range), pieces, startNanos, event);
    return true;
  }

  private boolean merge(RangeAction.Merge merge) {
    RangeChangeEvent event = changes.begin();
    long startNanos = dependencies.ticker().nanos();
    RangeDescriptor merged = dependencies.operations().merge(merge.ranges(), Durability.RELAXED);
    record(RangeChange.Reason.COLD, merge.ranges(), List.of(merged), startNanos, event);
    return true;
  }

  private void record(
      RangeChange.Reason reason,
      List<RangeDescriptor> before,
      List<RangeDescriptor> after,
      long startNanos,
      RangeChangeEvent event) {
    changes.done(
        new RangeChange(
            reason,
            before,
            after.stream()
                .map(piece -> dependencies.ranges().status(piece.span().start()))
                .toList(),
            dependencies.ticker().nanos() - startNanos),
        event);
  }
}
