package dev.colonnade.split.pressure;

/**
 * Statistics of the backpressure. Counters start at 0 when the database is opened.
 *
 * @param waiting writes that wait in the queue now
 * @param delayed writes that were delayed
 * @param waited writes that waited in the queue
 * @param waitedNanos total time of delays and waits
 * @param refused writes that failed with RANGE_FULL
 * @param rowsTooLarge writes that failed because one row exceeds the size limit of a range
 */
public record PressureStatistics(
    int waiting, long delayed, long waited, long waitedNanos, long refused, long rowsTooLarge) {}
