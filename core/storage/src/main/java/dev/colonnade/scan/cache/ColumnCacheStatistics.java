package dev.colonnade.scan.cache;

/**
 * Figures of the column cache. Counters count from its opening.
 *
 * @param hits blocks that pages were filled from and that were there
 * @param misses places at which a scan that may use the cache did not find what it wanted
 * @param loads times that columns of a block were decoded to be kept
 * @param refusals times that there was no room, all else having been used of late
 * @param evictions blocks that had to make room
 * @param invalidations blocks of which rows were changed
 * @param blocks blocks at this moment
 * @param bytes memory outside the heap at this moment
 * @param bytesMax most of that
 */
public record ColumnCacheStatistics(
    long hits,
    long misses,
    long loads,
    long refusals,
    long evictions,
    long invalidations,
    long blocks,
    long bytes,
    long bytesMax) {}
