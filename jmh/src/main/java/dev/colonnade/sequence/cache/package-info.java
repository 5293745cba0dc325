/**
 * JCStress tests of the sequence cache, in its package because the raced methods are not public.
 *
 * <p>Start at {@link dev.colonnade.sequence.cache.StressedCache}. May depend on {@code sequence}
 * and its dependencies; no other package may depend on this one.
 */
@NullMarked
package dev.colonnade.sequence.cache;

import org.jspecify.annotations.NullMarked;
