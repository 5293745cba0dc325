package dev.colonnade.mvcc.lock;

/**
 * Statistics of a {@code LockTable}.
 *
 * @param held locks that are currently held
 * @param waiting requests that currently wait
 * @param waits requests that had to wait, since the table was created
 * @param deadlocks requests that were refused because they would have closed a cycle
 * @param withdrawn requests that their owner withdrew
 */
public record LockStatistics(long held, long waiting, long waits, long deadlocks, long withdrawn) {}
