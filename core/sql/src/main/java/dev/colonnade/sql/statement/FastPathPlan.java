package dev.colonnade.sql.statement;

import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.lower.NextValuePlan;
import dev.colonnade.sql.plan.lower.QueryParameters;
import dev.colonnade.sql.plan.scan.PointScan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fast path of a query of a few well-known shapes, which runs without generated code. Recognized
 * once, when the query is planned. Thread-safe.
 */
sealed interface FastPathPlan permits FastPathLookup, FastPathNextValue, FastPathRows {
  /** The direct plan of a query; null if it has none. */
  static @Nullable FastPathPlan of(PlannedQuery planned) {
    PointScan scan = PointScan.of(planned.plan());
    if (scan != null) {
      return new FastPathLookup(scan);
    }
    NextValuePlan draw = NextValuePlan.of(planned.plan());
    return draw == null ? null : new FastPathNextValue(draw);
  }

  /**
   * The rows, with values as they are held; null if they cannot be given in this way, and the query
   * has to be run.
   *
   * @param mayWait whether it may read the disk, wait for something else, or take long
   */
  @Nullable List<@Nullable Object[]> rows(
      Execution execution, QueryParameters parameters, boolean mayWait);
}
