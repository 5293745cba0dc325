package dev.colonnade.sql.optimize;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.optimize.context.PlanningContext;

/** Optimizer of logical plans. */
public final class LogicalOptimizer {
  private LogicalOptimizer() {}

  /** Returns a plan with the same columns, rows and errors that costs less. */
  public static LogicalPlan optimize(LogicalPlan plan, PlanningContext context) {
    requireNonNull(plan, "plan is null");
    requireNonNull(context, "context is null");
    return plan;
  }
}
