/**
 * JCStress tests of the RocksDB store, in its package because the raced methods are not public.
 *
 * <p>Start at {@link dev.colonnade.store.rocks.UsageGateStress}. May depend on {@code store.rocks}
 * and the dependencies of that; no other package may depend on this one.
 */
@NullMarked
package dev.colonnade.store.rocks;

import org.jspecify.annotations.NullMarked;
