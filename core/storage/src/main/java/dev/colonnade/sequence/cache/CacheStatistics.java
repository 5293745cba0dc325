package dev.colonnade.sequence.cache;

/**
 * Statistics of the cache of one sequence since the database was opened.
 *
 * @param hits values allocated without waiting
 * @param waits calls that waited for a refill
 * @param refills completed refills
 * @param refillNanos total duration of the completed refills, in nanoseconds
 * @param refillFailures failed refills
 * @param wasted values that will never be allocated
 * @param epochs changes that invalidated reserved values
 * @param idle values that are reserved and not allocated yet; all values in the block of a session
 *     count until the block is used up
 */
public record CacheStatistics(
    long hits,
    long waits,
    long refills,
    long refillNanos,
    long refillFailures,
    long wasted,
    long epochs,
    long idle) {}
