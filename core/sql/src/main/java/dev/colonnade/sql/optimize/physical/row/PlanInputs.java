package dev.colonnade.sql.optimize.physical.row;

import dev.colonnade.sql.logical.LogicalPlan;

/** Planner of the inputs of an operator. */
@FunctionalInterface
public interface PlanInputs {
  /**
   * Returns the physical plan of an input. It has all rows that the goal needs, and may have more
   * rows and columns and another order.
   */
  PlannedRows plan(LogicalPlan input, Goal goal);
}
