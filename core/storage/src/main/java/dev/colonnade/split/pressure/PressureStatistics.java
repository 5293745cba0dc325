package dev.colonnade.split.pressure;

/**
 * Figures of the backpressure. Counters count from the opening of the database.
 *
 * @param waiting writes that wait for a split now
 * @param delayed writes that were delayed
 * @param waited writes that waited for a split
 * @param waitedNanos how long all of those were held up
 * @param refused writes that failed with RANGE_FULL
 * @param rowsTooLarge writes that failed since one row is larger than a range may be
 */
public record PressureStatistics(
    int waiting, long delayed, long waited, long waitedNanos, long refused, long rowsTooLarge) {}
