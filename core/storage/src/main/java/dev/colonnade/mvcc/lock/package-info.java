/**
 * Locks on the keys of rows, held by transactions until they end: waiting is fair, bounded in time,
 * and cycles of waiting are found.
 *
 * <p>Start at {@link dev.colonnade.mvcc.lock.LockTable}. Depends on {@code error} and {@code key}.
 */
@NullMarked
package dev.colonnade.mvcc.lock;

import org.jspecify.annotations.NullMarked;
