/**
 * Atomic batches of mutations, and the conditions and guards that they depend on.
 *
 * <p>Start at {@link dev.colonnade.mvcc.mutation.Mutations}. May depend on {@code mvcc}, {@code
 * store}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc.mutation;

import org.jspecify.annotations.NullMarked;
