package dev.colonnade.sql.logical;

import dev.colonnade.sql.expression.Expression;
import java.util.List;

/** Node of a logical plan. */
public sealed interface LogicalPlan
    permits LogicalSource, LogicalOperator, LogicalJoin, LogicalSet, LogicalChange {
  /** Returns the columns of the rows, in their order. */
  List<Variable> columns();

  /** Returns the plans whose rows the node reads. */
  List<LogicalPlan> inputs();

  /**
   * Returns the same node over other inputs.
   *
   * @param others as many as {@link #inputs} returns
   */
  LogicalPlan withInputs(List<LogicalPlan> others);

  /**
   * Returns the expressions of the node itself, in an order that is fixed for each kind of node.
   * Variables that the node reads by their identity, such as the keys of an aggregation, are among
   * them where a rule may replace them by other expressions, and are not where it may not.
   */
  List<Expression> expressions();

  /**
   * Returns the same node with other expressions.
   *
   * @param others as many as {@link #expressions} returns
   */
  LogicalPlan withExpressions(List<Expression> others);
}
