/**
 * What is to be done about a range, and where it is to be cut.
 *
 * <p>Start at {@link dev.colonnade.split.plan.RangeDecider}, which makes a {@link
 * dev.colonnade.split.plan.Plan} of what a range holds and of its {@link
 * dev.colonnade.split.limit.RangeLimits}; {@link dev.colonnade.split.plan.SplitKeys} finds the
 * keys. Nothing here changes anything. May depend on {@code split.limit}, {@code split.load},
 * {@code range}, {@code mvcc}, {@code store}, {@code key}, {@code clock}, {@code memory} and {@code
 * error}.
 */
@NullMarked
package dev.colonnade.split.plan;

import org.jspecify.annotations.NullMarked;
