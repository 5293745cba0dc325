package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlanningContext;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimator of row counts, distinct counts and selectivities of logical plans. It retains the
 * estimates of every plan object. One statement, one thread.
 */
public final class CardinalityEstimator {
  private final PlanningContext context;
  private final Map<LogicalPlan, PlanStatistics> estimates = new IdentityHashMap<>();

  public CardinalityEstimator(PlanningContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  /** Returns the statistics of the rows of a plan. */
  public PlanStatistics statistics(LogicalPlan plan) {
    return estimates.computeIfAbsent(
        plan, _ -> new PlanStatistics(1000, _ -> new VariableStatistics(200, 0, null)));
  }

  /** Returns the estimated number of rows of a plan. */
  public double rows(LogicalPlan plan) {
    return statistics(plan).rows();
  }

  /** Returns the estimated number of distinct combinations of values of some variables. */
  public double distinctCount(LogicalPlan plan, Collection<Variable> variables) {
    double product = 1;
    for (Variable variable : variables) {
      product *= statistics(plan).of(variable).distinctCount();
    }
    return Math.max(1, Math.min(product, rows(plan)));
  }

  /**
   * Returns the estimated fraction of the rows of a plan for which all of some predicates are true,
   * from 0 to 1.
   */
  public double selectivity(LogicalPlan plan, List<Expression> predicates) {
    return Math.pow(1.0 / 3, predicates.size());
  }
}
