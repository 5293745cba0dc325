package dev.colonnade.sql.optimize.cost;

import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import java.util.Collection;

/** InputEstimates of the inputs of a plan, from which the estimates of the plan are computed. */
interface InputEstimates {
  /** Returns the statistics of the rows of a plan. */
  PlanStatistics statistics(LogicalPlan plan);

  /** Returns the estimated number of rows of a plan. */
  double rows(LogicalPlan plan);

  /** Returns the estimated number of distinct combinations of values of some variables. */
  double distinctCount(LogicalPlan plan, Collection<Variable> variables);

  /** Returns the number of rows of the table that some columns of a plan come from. */
  double baseRows(LogicalPlan plan, Collection<Variable> variables);
}
