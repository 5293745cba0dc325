/**
 * Uncommitted writes of a transaction: single writes in key order, sorted runs of bulk inserts, and
 * readers and cursors that overlay them on the committed state. Used by the thread of the
 * transaction.
 *
 * <p>Start at {@link dev.colonnade.mvcc.buffer.WriteBuffer}. May depend on {@code mvcc}, {@code
 * mvcc.mutation}, {@code store}, {@code key}, {@code memory} and {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc.buffer;

import org.jspecify.annotations.NullMarked;
