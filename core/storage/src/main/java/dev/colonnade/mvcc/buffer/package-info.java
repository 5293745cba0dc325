/**
 * Uncommitted writes of a transaction: single writes in key order, and sorted runs of the writes of
 * large statements. Used by the thread of the transaction.
 *
 * <p>Start at {@link dev.colonnade.mvcc.buffer.WriteBuffer}. May depend on {@code mvcc}, {@code
 * mvcc.mutation}, {@code store}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc.buffer;

import org.jspecify.annotations.NullMarked;
