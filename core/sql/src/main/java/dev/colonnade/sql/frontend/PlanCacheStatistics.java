package dev.colonnade.sql.frontend;

/**
 * Counters of the plan cache since the start.
 *
 * @param hits statements whose plan was in the cache
 * @param misses statements that were planned
 * @param refusals shapes whose plans turned out to depend on their literals
 */
public record PlanCacheStatistics(long hits, long misses, long refusals) {
  /** Counters of a cache that is not there. */
  public static final PlanCacheStatistics NONE = new PlanCacheStatistics(0, 0, 0);
}
