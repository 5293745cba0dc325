/**
 * How busy ranges are: requests in a second, keys that are asked for, bytes on their way.
 *
 * <p>Start at {@link dev.colonnade.split.load.RangeLoads}. May depend on {@code range}, {@code
 * key}, {@code clock} and {@code error}.
 */
@NullMarked
package dev.colonnade.split.load;

import org.jspecify.annotations.NullMarked;
