/**
 * Stress tests of the line in which writes wait, in its package because what they race is not
 * public.
 *
 * <p>Start at {@link dev.colonnade.split.pressure.StressedLine}. May use {@code split.pressure} and
 * what that may use; nothing else is to use this.
 */
@NullMarked
package dev.colonnade.split.pressure;

import org.jspecify.annotations.NullMarked;
