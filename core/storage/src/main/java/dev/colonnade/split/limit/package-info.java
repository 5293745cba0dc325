/**
 * Limits of the size and the load of ranges, and their durable records per table.
 *
 * <p>Start at {@link dev.colonnade.split.limit.RangeLimits}. May depend on {@code store}, {@code
 * key} and {@code error}.
 */
@NullMarked
package dev.colonnade.split.limit;

import org.jspecify.annotations.NullMarked;
