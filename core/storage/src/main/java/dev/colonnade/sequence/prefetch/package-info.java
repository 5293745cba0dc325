/**
 * Size of the blocks that are reserved ahead of use (prefetch): adapts to the usage rate of a
 * sequence and to the duration of its writes.
 *
 * <p>Start at {@link dev.colonnade.sequence.prefetch.PrefetchSize}. Depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.sequence.prefetch;

import org.jspecify.annotations.NullMarked;
