/**
 * Raw native memory: loads, stores, copies and comparisons at absolute addresses.
 *
 * <p>Start at {@link dev.colonnade.memory.NativeMemory}. It exists because the storage engine hands
 * out keys and values as bare addresses, and a row must be read where it lies. Depends on nothing.
 */
@NullMarked
package dev.colonnade.memory;

import org.jspecify.annotations.NullMarked;
