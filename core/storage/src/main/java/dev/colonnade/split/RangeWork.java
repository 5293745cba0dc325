package dev.colonnade.split;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.split.plan.MergePlanner;
import dev.colonnade.split.plan.Plan;
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

/** Does to ranges what is decided about them. */
final class RangeWork implements Work<RangeRef> {
  private static final Logger LOG = LoggerFactory.getLogger(RangeWork.class);

  /** Before merges, which have at most 1, and after ranges that are too large. */
  private static final double LOAD_PRIORITY = 1;

  private final SplitGround ground;
  private final RangeDecider decider;
  private final SplitKeys keys;
  private final RangeChanges changes;

  RangeWork(SplitGround ground, RangeDecider decider, SplitKeys keys, RangeChanges changes) {
    this.ground = ground;
    this.decider = decider;
    this.keys = keys;
    this.changes = changes;
  }

  @Override
  public @Nullable Urgency urgency(RangeRef ref) {
    return switch (decider.decide(ref)) {
      case Plan.Rest _ -> null;
      case Plan.SplitBySize split -> bySize(split);
      case Plan.SplitByLoad split ->
          new Urgency(LOAD_PRIORITY, split.range().statistics().totalBytes());
      case Plan.Merge merge ->
          new Urgency((double) merge.neighbours().size() / MergePlanner.NEIGHBOURS_MAX, 0);
    };
  }

  private static Urgency bySize(Plan.SplitBySize split) {
    long bytes = split.range().statistics().totalBytes();
    double timesTooLarge = (double) bytes / split.limits().maxBytes();
    return new Urgency(Math.min(timesTooLarge, Urgency.PRIORITY_MAX), bytes);
  }

  @Override
  public boolean run(RangeRef ref) {
    try {
      return switch (decider.decide(ref)) {
        case Plan.Rest _ -> false;
        case Plan.SplitBySize split -> splitBySize(split);
        case Plan.SplitByLoad split -> splitByLoad(split);
        case Plan.Merge merge -> merge(merge);
      };
    } catch (ColonnadeException e) {
      switch (e.code()) {
        case RANGE_BUSY, SHUTTING_DOWN -> {} // it will be tried again, or need not be
        case RANGE_UNSPLITTABLE -> LOG.warn("range cannot be split: {}", e.getMessage());
        default -> LOG.warn("range could not be changed range={}", ref.id(), e);
      }
      throw e;
    }
  }

  private boolean splitBySize(Plan.SplitBySize split) {
    RangeDescriptor range = split.range().descriptor();
    RangeChangeEvent event = changes.begin();
    long began = ground.ticker().nanos();
    List<Key> cuts = keys.bySize(split.range(), split.pieceCount());
    if (cuts.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.RANGE_UNSPLITTABLE,
          "range has no second row to be cut at range=%d bytes=%d maxBytes=%d"
              .formatted(
                  range.id(), split.range().statistics().totalBytes(), split.limits().maxBytes()));
    }
    // Relaxed: a split that a loss of power takes away is made again.
    List<RangeDescriptor> pieces = ground.operations().split(range, cuts, Durability.RELAXED);
    tell(RangeChange.Reason.SIZE, List.of(range), pieces, began, event);
    return true;
  }

  private boolean splitByLoad(Plan.SplitByLoad split) {
    RangeDescriptor range = split.range().descriptor();
    RangeChangeEvent event = changes.begin();
    long began = ground.ticker().nanos();
    List<RangeDescriptor> pieces =
        ground.operations().split(range, List.of(split.key()), Durability.RELAXED);
    tell(RangeChange.Reason.LOAD, List.of(range), pieces, began, event);
    return true;
  }

  private boolean merge(Plan.Merge merge) {
    RangeChangeEvent event = changes.begin();
    long began = ground.ticker().nanos();
    RangeDescriptor merged = ground.operations().merge(merge.neighbours(), Durability.RELAXED);
    tell(RangeChange.Reason.COLD, merge.neighbours(), List.of(merged), began, event);
    return true;
  }

  private void tell(
      RangeChange.Reason reason,
      List<RangeDescriptor> before,
      List<RangeDescriptor> after,
      long beganNanos,
      RangeChangeEvent event) {
    changes.done(
        new RangeChange(
            reason,
            before,
            after.stream().map(piece -> ground.ranges().status(piece.span().start())).toList(),
            ground.ticker().nanos() - beganNanos),
        event);
  }
}
