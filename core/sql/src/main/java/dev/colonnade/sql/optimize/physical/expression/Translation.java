package dev.colonnade.sql.optimize.physical.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import dev.colonnade.sql.optimize.physical.row.PlanInputs;

/**
 * State of the translation of one statement, which the planners of all operators share. One thread.
 */
public final class Translation {
  private final PlanningContext context;
  private final CardinalityEstimator estimator;
  private final PlanInputs inputs;
  private final OuterScopes scopes = new OuterScopes();
  private final ExpressionTranslator expressions;

  public Translation(PlanningContext context, PlanInputs inputs) {
    this.context = requireNonNull(context, "context is null");
    this.inputs = requireNonNull(inputs, "inputs is null");
    this.estimator = new CardinalityEstimator(context);
    this.expressions = new ExpressionTranslator(scopes, inputs);
  }

  public PlanningContext context() {
    return context;
  }

  public CardinalityEstimator estimator() {
    return estimator;
  }

  /** Returns the planner of the inputs of operators. */
  public PlanInputs inputs() {
    return inputs;
  }

  public OuterScopes scopes() {
    return scopes;
  }

  public ExpressionTranslator expressions() {
    return expressions;
  }
}
