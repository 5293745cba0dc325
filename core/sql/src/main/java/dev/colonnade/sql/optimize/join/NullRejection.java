package dev.colonnade.sql.optimize.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.arithmetic.NarrowedInteger;
import dev.colonnade.sql.expression.arithmetic.NumberToDouble;
import dev.colonnade.sql.expression.arithmetic.RescaledDecimal;
import dev.colonnade.sql.expression.arithmetic.RetypedExpression;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.call.LikeExpression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.Variable;
import java.util.List;
import java.util.function.ToLongFunction;

/** Relations whose columns, if all of them are NULL, make a predicate false or NULL. */
final class NullRejection {
  private NullRejection() {}

  /**
   * Returns the relations of each of which a row of NULLs satisfies not all conditions.
   *
   * @param relation returns the bit of the relation that defines a variable, 0 for none
   */
  static long rejected(List<Expression> conditions, ToLongFunction<Variable> relation) {
    long all = 0;
    for (Expression condition : conditions) {
      all |= rejected(condition, relation);
    }
    return all;
  }

  private static long rejected(Expression condition, ToLongFunction<Variable> relation) {
    return switch (condition) {
      case Comparison comparison ->
          nullFor(comparison.left(), relation) | nullFor(comparison.right(), relation);
      case InList list -> nullFor(list.value(), relation);
      case LikeExpression like -> nullFor(like.value(), relation);
      case NullTest test -> test.isNot() ? nullFor(test.value(), relation) : 0;
      case LogicExpression logic ->
          logic.isAnd() ? rejected(logic.operands(), relation) : rejectedByAll(logic, relation);
      default -> nullFor(condition, relation);
    };
  }

  private static long rejectedByAll(LogicExpression any, ToLongFunction<Variable> relation) {
    long common = -1;
    for (Expression operand : any.operands()) {
      common &= rejected(operand, relation);
    }
    return common;
  }

  /** Returns the relations of each of which a row of NULLs makes an expression NULL. */
  private static long nullFor(Expression expression, ToLongFunction<Variable> relation) {
    return switch (expression) {
      case Variable variable -> relation.applyAsLong(variable);
      case RetypedExpression retyped -> nullFor(retyped.value(), relation);
      case NumberToDouble converted -> nullFor(converted.value(), relation);
      case RescaledDecimal rescaled -> nullFor(rescaled.value(), relation);
      case NarrowedInteger narrowed -> nullFor(narrowed.value(), relation);
      case FunctionCall call -> {
        long all = 0;
        if (call.function().isStrict()) {
          for (Expression operand : call.operands()) {
            all |= nullFor(operand, relation);
          }
        }
        yield all;
      }
      default -> 0;
    };
  }
}
