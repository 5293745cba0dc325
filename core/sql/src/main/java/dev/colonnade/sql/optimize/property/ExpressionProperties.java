package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Properties of expressions that decide whether a rule may move, copy or drop them. */
public final class ExpressionProperties {
  private ExpressionProperties() {}

  /** Returns whether two evaluations may differ or have effects, operands included. */
  public static boolean isVolatile(Expression expression) {
    if (expression.isVolatile()) {
      return true;
    }
    if (expression instanceof LogicalSubquery subquery && isVolatile(subquery.plan())) {
      return true;
    }
    for (Expression operand : expression.operands()) {
      if (isVolatile(operand)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether two executions of a plan may differ because of an expression, or write. */
  public static boolean isVolatile(LogicalPlan plan) {
    if (plan instanceof LogicalChange) {
      return true;
    }
    for (Expression expression : plan.expressions()) {
      if (isVolatile(expression)) {
        return true;
      }
    }
    for (LogicalPlan input : plan.inputs()) {
      if (isVolatile(input)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether an expression has a subquery. */
  public static boolean hasSubquery(Expression expression) {
    if (expression instanceof LogicalSubquery) {
      return true;
    }
    for (Expression operand : expression.operands()) {
      if (hasSubquery(operand)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether an expression reads one of some variables. */
  public static boolean readsAny(Expression expression, Collection<Variable> variables) {
    if (expression instanceof Variable variable) {
      return variables.contains(variable);
    }
    if (expression instanceof LogicalSubquery subquery) {
      for (Variable free : LogicalExpressions.freeVariables(subquery.plan())) {
        if (variables.contains(free)) {
          return true;
        }
      }
    }
    for (Expression operand : expression.operands()) {
      if (readsAny(operand, variables)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether all variables that an expression reads are among some variables. */
  public static boolean readsOnly(Expression expression, Set<Variable> variables) {
    if (expression instanceof Variable variable) {
      return variables.contains(variable);
    }
    if (expression instanceof LogicalSubquery subquery
        && !variables.containsAll(LogicalExpressions.freeVariables(subquery.plan()))) {
      return false;
    }
    for (Expression operand : expression.operands()) {
      if (!readsOnly(operand, variables)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the conjuncts of predicates that all hold, in their order. */
  public static List<Expression> conjuncts(List<Expression> predicates) {
    boolean isFlat = true;
    for (Expression predicate : predicates) {
      isFlat &= !(predicate instanceof LogicExpression logic && logic.isAnd());
    }
    if (isFlat) {
      return predicates;
    }
    List<Expression> flat = new ArrayList<>();
    predicates.forEach(predicate -> addConjuncts(predicate, flat));
    return flat;
  }

  private static void addConjuncts(Expression predicate, List<Expression> into) {
    if (predicate instanceof LogicExpression logic && logic.isAnd()) {
      logic.operands().forEach(operand -> addConjuncts(operand, into));
    } else {
      into.add(predicate);
    }
  }

  /** Returns the constant that a literal of BOOLEAN is; null if the expression is none. */
  public static @Nullable Boolean truth(Expression expression) {
    if (!(expression instanceof Literal literal)) {
      return null;
    }
    return Boolean.TRUE.equals(literal.value());
  }
}
