/**
 * JCStress tests of what is lock-free in core. Start at {@link
 * dev.colonnade.jcstress.RetentionGuardStress}. Run with {@code java -cp ...
 * org.openjdk.jcstress.Main -t NAME}.
 */
@NullMarked
package dev.colonnade.jcstress;

import org.jspecify.annotations.NullMarked;
