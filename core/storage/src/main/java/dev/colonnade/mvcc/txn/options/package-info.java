/**
 * Options of transactions: isolation level, limits, access mode and read timestamp.
 *
 * <p>Start at {@link dev.colonnade.mvcc.txn.options.TransactionOptions}. May depend on {@code
 * mvcc.lock} and {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc.txn.options;

import org.jspecify.annotations.NullMarked;
