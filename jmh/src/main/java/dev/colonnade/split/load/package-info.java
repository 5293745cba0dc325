/**
 * Stress tests of what counts the load of ranges, in its package because what they race is not
 * public.
 *
 * <p>May use {@code split.load} and what that may use; nothing else is to use this.
 */
@NullMarked
package dev.colonnade.split.load;

import org.jspecify.annotations.NullMarked;
