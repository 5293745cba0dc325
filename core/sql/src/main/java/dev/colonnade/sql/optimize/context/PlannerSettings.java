package dev.colonnade.sql.optimize.context;

/**
 * Settings of a session that decide plans: PostgreSQL's {@code enable_*}.
 *
 * @param hashJoin whether hash joins are preferred over other joins where both are possible
 * @param nestedLoop whether joins by nested loops or lookups are planned where others are possible
 * @param indexScan whether indexes are read where a scan of the rows is possible
 * @param sequentialScan whether all rows are scanned where an index is possible
 */
public record PlannerSettings(
    boolean hashJoin, boolean nestedLoop, boolean indexScan, boolean sequentialScan) {
  /** All algorithms are enabled. */
  public static final PlannerSettings DEFAULT = new PlannerSettings(true, true, true, true);
}
