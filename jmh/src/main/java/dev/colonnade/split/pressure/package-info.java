/**
 * JCStress tests of the wait queue of the write admission control, in its package because the raced
 * methods are not public.
 *
 * <p>Start at {@link dev.colonnade.split.pressure.StressedWaitQueue}. May depend on {@code
 * split.pressure} and the dependencies of that; no other package may depend on this one.
 */
@NullMarked
package dev.colonnade.split.pressure;

import org.jspecify.annotations.NullMarked;
