package dev.colonnade.sql.optimize.unnest;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Correlation of a subquery with the plan of its outer rows. */
final class Correlation {
  private Correlation() {}

  /** Returns the columns of the outer rows that a subquery reads. */
  static Set<Variable> of(LogicalPlan outer, LogicalPlan subquery) {
    Set<Variable> read = new HashSet<>(LogicalExpressions.freeVariables(subquery));
    read.retainAll(new HashSet<>(outer.columns()));
    return read;
  }

  /** Returns the rows of a plan for which all predicates hold. */
  static LogicalPlan filtered(LogicalPlan plan, List<Expression> predicates) {
    return predicates.isEmpty() ? plan : new Filter(plan, predicates);
  }

  /** Returns the conjunction of predicates. */
  static Expression and(List<Expression> predicates) {
    return switch (predicates.size()) {
      case 0 -> new Literal(VectorType.of(TypeKind.BOOLEAN), true);
      case 1 -> predicates.getFirst();
      default -> new LogicExpression(true, predicates);
    };
  }
}
