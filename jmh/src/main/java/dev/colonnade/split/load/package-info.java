/**
 * JCStress tests of the load meters of ranges, in their package because the raced methods are not
 * public.
 *
 * <p>Start at {@link dev.colonnade.split.load.KeySamplesStress}. May depend on {@code split.load}
 * and the dependencies of that; no other package may depend on this one.
 */
@NullMarked
package dev.colonnade.split.load;

import org.jspecify.annotations.NullMarked;
