package dev.colonnade.sequence.cache;

/**
 * Figures of one sequence since the database was opened.
 *
 * @param hits values handed out at once
 * @param waits calls that had to wait for a reservation
 * @param refills reservations written
 * @param refillNanos how long they took, together
 * @param refillFailures reservations that could not be written
 * @param wasted values that will never be handed out
 * @param epochs changes that made reserved values void
 * @param idle values reserved and not handed out yet; those in blocks of sessions count until the
 *     block is used up
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
