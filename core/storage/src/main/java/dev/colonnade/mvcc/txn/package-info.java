/**
 * Transactions: reads at one timestamp, writes kept back until the end, locks on the rows that are
 * written, one batch at commit, and a check that nothing changed what a serializable transaction
 * has read.
 *
 * <p>Start at {@link dev.colonnade.mvcc.txn.Transaction}. Depends on {@code error}, {@code key},
 * {@code store}, {@code mvcc}, {@code mvcc.commit}, {@code mvcc.lock}, {@code mvcc.buffer} and
 * {@code mvcc.validation}.
 */
@NullMarked
package dev.colonnade.mvcc.txn;

import org.jspecify.annotations.NullMarked;
