/**
 * Transactions: snapshot reads at one timestamp, buffered writes, row locks, savepoints, one batch
 * at commit, and read validation of serializable transactions.
 *
 * <p>Start at {@link dev.colonnade.mvcc.txn.Transaction}. May depend on {@code error}, {@code key},
 * {@code store}, {@code clock}, {@code mvcc}, {@code mvcc.mutation}, {@code mvcc.commit}, {@code
 * mvcc.lock}, {@code mvcc.buffer}, {@code mvcc.validation} and {@code mvcc.txn.options}.
 */
@NullMarked
package dev.colonnade.mvcc.txn;

import org.jspecify.annotations.NullMarked;
