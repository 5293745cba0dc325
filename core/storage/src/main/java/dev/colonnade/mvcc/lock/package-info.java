/**
 * Row locks by key, which transactions hold until their end: waiting is fair and bounded in time,
 * with deadlock detection.
 *
 * <p>Start at {@link dev.colonnade.mvcc.lock.LockTable}. May depend on {@code error} and {@code
 * key}.
 */
@NullMarked
package dev.colonnade.mvcc.lock;

import org.jspecify.annotations.NullMarked;
