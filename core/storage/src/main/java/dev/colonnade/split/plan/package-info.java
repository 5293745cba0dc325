/**
 * Decisions about splits and merges, and the choice of split keys.
 *
 * <p>Start at {@link dev.colonnade.split.plan.RangeDecider}, which derives a {@link
 * dev.colonnade.split.plan.RangeAction} from the size and load of a range and its {@link
 * dev.colonnade.split.limit.RangeLimits}; {@link dev.colonnade.split.plan.SplitKeys} finds the
 * split keys. No type here changes a range. May depend on {@code split.limit}, {@code split.load},
 * {@code range}, {@code mvcc}, {@code store}, {@code key}, {@code clock} and {@code memory}.
 */
@NullMarked
package dev.colonnade.split.plan;

import org.jspecify.annotations.NullMarked;
