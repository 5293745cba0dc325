package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.arithmetic.DoubleArithmetic;
import dev.colonnade.sql.expression.arithmetic.LongArithmetic;
import dev.colonnade.sql.expression.arithmetic.LongDivision;
import dev.colonnade.sql.expression.arithmetic.NarrowedInteger;
import dev.colonnade.sql.expression.arithmetic.Negation;
import dev.colonnade.sql.expression.arithmetic.NumberToDouble;
import dev.colonnade.sql.expression.arithmetic.RescaledDecimal;
import dev.colonnade.sql.expression.arithmetic.RetypedExpression;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.call.LikeExpression;
import dev.colonnade.sql.expression.call.TextLength;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.Variable;
import java.util.Set;

/** Test of whether a predicate is not true for rows in which some variables are all NULL. */
public final class NullRejection {
  private NullRejection() {}

  /** Returns whether a predicate is FALSE or NULL for rows in which all variables are NULL. */
  public static boolean rejects(Expression predicate, Set<Variable> variables) {
    return switch (predicate) {
      case LogicExpression logic when logic.isAnd() ->
          logic.operands().stream().anyMatch(operand -> rejects(operand, variables));
      case LogicExpression logic ->
          logic.operands().stream().allMatch(operand -> rejects(operand, variables));
      case NullTest test -> test.isNot() && isNull(test.value(), variables);
      case TruthTest test ->
          switch (test.test()) {
            case IS_TRUE -> rejects(test.value(), variables);
            case NOT, IS_FALSE, IS_NOT_UNKNOWN -> isNull(test.value(), variables);
            case IS_NOT_TRUE, IS_NOT_FALSE, IS_UNKNOWN -> false;
          };
      default -> isNull(predicate, variables);
    };
  }

  /** Returns whether an expression is NULL for rows in which all variables are NULL. */
  static boolean isNull(Expression expression, Set<Variable> variables) {
    return switch (expression) {
      case Variable variable -> variables.contains(variable);
      case Literal literal -> literal.value() == null;
      case FunctionCall call -> call.function().isStrict() && anyNull(call, variables);
      case InList list -> !list.items().isEmpty() && isNull(list.value(), variables);
      case TruthTest test -> test.test() == TruthTest.Test.NOT && isNull(test.value(), variables);
      case LogicExpression logic ->
          logic.operands().stream().allMatch(operand -> isNull(operand, variables));
      case Comparison _,
          LikeExpression _,
          LongArithmetic _,
          DoubleArithmetic _,
          LongDivision _,
          Negation _,
          NumberToDouble _,
          RescaledDecimal _,
          RetypedExpression _,
          NarrowedInteger _,
          TextLength _ ->
          anyNull(expression, variables);
      default -> false;
    };
  }

  private static boolean anyNull(Expression expression, Set<Variable> variables) {
    return expression.operands().stream().anyMatch(operand -> isNull(operand, variables));
  }
}
