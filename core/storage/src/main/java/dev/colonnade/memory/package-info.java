/**
 * Raw native memory: loads, stores, copies and comparisons at absolute addresses.
 *
 * <p>Start at {@link dev.colonnade.memory.NativeMemory}. The storage engine returns keys and values
 * as raw addresses, and this package reads rows in place, without a copy. Depends on no other
 * package.
 */
@NullMarked
package dev.colonnade.memory;

import org.jspecify.annotations.NullMarked;
