/**
 * JCStress tests of the lock-free classes of the storage engine.
 *
 * <p>Start reading at {@link dev.colonnade.jcstress.RetentionGuardStress}. Run with {@code java -cp
 * ... org.openjdk.jcstress.Main -t NAME}. May depend on {@code mvcc}, {@code scan} and {@code
 * store}.
 */
@NullMarked
package dev.colonnade.jcstress;

import org.jspecify.annotations.NullMarked;
