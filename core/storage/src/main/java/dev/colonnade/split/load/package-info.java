/**
 * Load of ranges: request rates, sampled keys, in-flight bytes.
 *
 * <p>Start at {@link dev.colonnade.split.load.RangeLoads}. May depend on {@code range}, {@code key}
 * and {@code clock}.
 */
@NullMarked
package dev.colonnade.split.load;

import org.jspecify.annotations.NullMarked;
