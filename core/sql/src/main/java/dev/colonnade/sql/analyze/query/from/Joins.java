package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Construction of joins. */
final class Joins {
  private Joins() {}

  /** Returns a join, which is dependent if the right input reads variables of the left one. */
  static LogicalJoin of(
      LogicalJoin.Kind kind, LogicalPlan left, LogicalPlan right, List<Expression> conditions) {
    Set<Variable> provided = new HashSet<>(left.columns());
    boolean isDependent =
        LogicalExpressions.freeVariables(right).stream().anyMatch(provided::contains);
    List<Expression> kept =
        kind == LogicalJoin.Kind.FULL
            ? FullJoinConditions.marked(conditions, provided, new HashSet<>(right.columns()))
            : conditions;
    return new LogicalJoin(kind, left, right, kept, isDependent);
  }
}
