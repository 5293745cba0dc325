/**
 * Stress tests of the RocksDB store, in its package because what they race is not public.
 *
 * <p>May use {@code store.rocks} and what that may use; nothing else is to use this.
 */
@NullMarked
package dev.colonnade.store.rocks;

import org.jspecify.annotations.NullMarked;
