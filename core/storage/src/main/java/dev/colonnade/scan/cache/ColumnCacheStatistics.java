package dev.colonnade.scan.cache;

/**
 * Statistics of the column cache. Counters start at 0 when the cache is created.
 *
 * @param hits lookups that found a block with all columns
 * @param misses lookups that did not
 * @param loads blocks whose columns, or some of them, were decoded into the cache
 * @param refusals loads refused for lack of memory, because recent scans had used all blocks
 * @param evictions blocks evicted to free memory
 * @param invalidations blocks invalidated by a change of one of their rows
 * @param blocks current number of blocks, in memory or on disk
 * @param bytes current bytes of off-heap memory
 * @param bytesMax limit of {@code bytes}
 * @param segmentReads blocks whose columns, or some of them, were read from segments on disk
 * @param segmentBytes current bytes of the files of segments
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
    long bytesMax,
    long segmentReads,
    long segmentBytes) {}
