package dev.colonnade.mvcc.lock;

/**
 * Figures of a {@link LockTable}.
 *
 * @param held locks that are held at this moment
 * @param waiting requests that wait at this moment
 * @param waits requests that have had to wait, since the table was made
 * @param deadlocks requests that were refused because they would have closed a cycle
 * @param givenUp requests whose owner stopped waiting
 */
public record LockStatistics(long held, long waiting, long waits, long deadlocks, long givenUp) {}
