package dev.colonnade.sql.explain;

import dev.colonnade.sql.execute.OperatorStatistics;
import dev.colonnade.sql.physical.PhysicalPlan;
import org.jspecify.annotations.Nullable;

/** Source of the statistics of one execution of a plan. */
@FunctionalInterface
public interface StatisticsSource {
  /** Statistics of a plan that was not executed. */
  StatisticsSource NONE = _ -> null;

  /** Returns the statistics of an operator, by identity of the plan; null if it never started. */
  @Nullable OperatorStatistics find(PhysicalPlan plan);
}
