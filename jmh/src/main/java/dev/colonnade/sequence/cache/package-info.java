/**
 * Stress tests of the sequence cache, in its package because what they race is not public.
 *
 * <p>Start at {@link dev.colonnade.sequence.cache.StressedCache}. May use {@code sequence} and what
 * that may use; nothing else is to use this.
 */
@NullMarked
package dev.colonnade.sequence.cache;

import org.jspecify.annotations.NullMarked;
