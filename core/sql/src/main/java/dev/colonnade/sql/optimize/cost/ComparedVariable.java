package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.DoubleArithmetic;
import dev.colonnade.sql.expression.arithmetic.LongArithmetic;
import dev.colonnade.sql.expression.arithmetic.NarrowedInteger;
import dev.colonnade.sql.expression.arithmetic.NumberToDouble;
import dev.colonnade.sql.expression.arithmetic.RescaledDecimal;
import dev.colonnade.sql.expression.arithmetic.RetypedExpression;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.statistics.ColumnStatistics;
import dev.colonnade.statistics.HistogramPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of a variable with a value that is the same for all rows.
 *
 * @param value in the unit of the variable's values; null if it is not known before the execution
 */
record ComparedVariable(ComparisonOperator operator, Variable variable, @Nullable Object value) {
  private static final double MICROS_PER_DAY = 86_400_000_000.0;

  ComparedVariable(ComparisonOperator operator, Variable variable, @Nullable Object value) {
    this.operator = requireNonNull(operator, "operator is null");
    this.variable = requireNonNull(variable, "variable is null");
    this.value = value;
  }

  /** Returns the comparison that a predicate is; null if it is none. */
  static @Nullable ComparedVariable of(Expression predicate) {
    return predicate instanceof Comparison comparison
        ? of(comparison.operator(), comparison.left(), comparison.right())
        : null;
  }

  static @Nullable ComparedVariable ofEquality(Expression left, Expression right) {
    return of(ComparisonOperator.EQUAL, left, right);
  }

  static @Nullable ComparedVariable of(
      ComparisonOperator operator, Expression left, Expression right) {
    Variable variable = unwrapped(left);
    if (variable != null && isFixed(right)) {
      return new ComparedVariable(operator, variable, valueOf(right, variable.type().kind()));
    }
    Variable other = unwrapped(right);
    return other != null && isFixed(left)
        ? new ComparedVariable(flipped(operator), other, valueOf(left, other.type().kind()))
        : null;
  }

  private static boolean isFixed(Expression expression) {
    return !LogicalExpressions.hasVariable(expression);
  }

  /** Returns the operator with its operands exchanged. */
  static ComparisonOperator flipped(ComparisonOperator operator) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> operator;
      case LESS -> ComparisonOperator.GREATER;
      case LESS_OR_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
      case GREATER -> ComparisonOperator.LESS;
      case GREATER_OR_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
    };
  }

  boolean isEquality() {
    return operator == ComparisonOperator.EQUAL;
  }

  /** Returns whether the variable has an upper or a lower bound. */
  boolean isBound() {
    return operator != ComparisonOperator.EQUAL && operator != ComparisonOperator.NOT_EQUAL;
  }

  boolean isUpper() {
    return operator == ComparisonOperator.LESS || operator == ComparisonOperator.LESS_OR_EQUAL;
  }

  /** Returns the variable below conversions that keep the order; null if there is none. */
  static @Nullable Variable unwrapped(Expression expression) {
    return switch (expression) {
      case Variable variable -> variable;
      case RetypedExpression retyped -> unwrapped(retyped.value());
      case NumberToDouble converted -> unwrapped(converted.value());
      case RescaledDecimal rescaled -> unwrapped(rescaled.value());
      case NarrowedInteger narrowed -> unwrapped(narrowed.value());
      case FunctionCall call ->
          call.operands().size() == 1
                  && keepsOrder(call.operands().getFirst().type().kind(), call.type().kind())
              ? unwrapped(call.operands().getFirst())
              : null;
      default -> null;
    };
  }

  private static boolean keepsOrder(TypeKind from, TypeKind to) {
    boolean isTime = from == TypeKind.DATE || from == TypeKind.TIMESTAMP;
    return (isNumber(from) && isNumber(to) && from != to)
        || (isTime && (to == TypeKind.TIMESTAMP || to == TypeKind.TIMESTAMPTZ));
  }

  private static boolean isNumber(TypeKind kind) {
    return switch (kind) {
      case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, NUMERIC, OID -> true;
      default -> false;
    };
  }

  private static @Nullable Object valueOf(Expression expression, TypeKind kind) {
    Parameter parameter = parameterOf(expression);
    if (parameter != null) {
      return parameter.sample();
    }
    if (!(expression instanceof Literal literal) || literal.value() == null) {
      return null;
    }
    boolean isMicros =
        literal.type().kind() == TypeKind.TIMESTAMP
            || literal.type().kind() == TypeKind.TIMESTAMPTZ;
    return kind == TypeKind.DATE && isMicros && literal.value() instanceof Long micros
        ? (Object) (micros / MICROS_PER_DAY)
        : literal.value();
  }

  /** Returns the parameter below conversions that keep its value; null if there is none. */
  private static @Nullable Parameter parameterOf(Expression expression) {
    return switch (expression) {
      case Parameter parameter -> parameter;
      case ExecutionConstant constant -> parameterOf(constant.expression());
      case RetypedExpression retyped -> parameterOf(retyped.value());
      case NumberToDouble converted -> parameterOf(converted.value());
      case RescaledDecimal rescaled -> parameterOf(rescaled.value());
      case NarrowedInteger narrowed -> parameterOf(narrowed.value());
      default -> null;
    };
  }

  /**
   * Variables whose values other variables bound, as in {@code a.x BETWEEN b.low AND b.high}.
   * Either side of a comparison could be the bounded one: it is the variable that more of the
   * predicates bound, and then the one with more values. The other side is estimated as if its
   * columns had their mean.
   */
  static final class RangeVariables {
    private static final RangeVariables NONE = new RangeVariables(Map.of());
    private final Map<Expression, ComparedVariable> bounds;

    private RangeVariables(Map<Expression, ComparedVariable> bounds) {
      this.bounds = bounds;
    }

    /** Finds the comparisons among predicates that bound a variable by the mean of others. */
    static RangeVariables of(List<Expression> predicates, PlanStatistics input) {
      Map<Variable, Integer> counts = new HashMap<>();
      for (Expression predicate : predicates) {
        if (isBound(predicate)) {
          Comparison comparison = (Comparison) predicate;
          count(comparison.left(), counts);
          count(comparison.right(), counts);
        }
      }
      if (counts.isEmpty()) {
        return NONE;
      }
      Map<Expression, ComparedVariable> bounds = new HashMap<>();
      for (Expression predicate : predicates) {
        ComparedVariable bound =
            isBound(predicate) ? bound((Comparison) predicate, counts, input) : null;
        if (bound != null) {
          bounds.put(predicate, bound);
        }
      }
      return new RangeVariables(bounds);
    }

    /** Returns the bound that a predicate is; null if it is none. */
    @Nullable ComparedVariable find(Expression predicate) {
      return bounds.get(predicate);
    }

    private static boolean isBound(Expression predicate) {
      return predicate instanceof Comparison comparison
          && comparison.operator() != ComparisonOperator.EQUAL
          && comparison.operator() != ComparisonOperator.NOT_EQUAL
          && LogicalExpressions.hasVariable(comparison.left())
          && LogicalExpressions.hasVariable(comparison.right());
    }

    private static void count(Expression side, Map<Variable, Integer> counts) {
      Variable variable = ComparedVariable.unwrapped(side);
      if (variable != null) {
        counts.merge(variable, 1, Integer::sum);
      }
    }

    private static @Nullable ComparedVariable bound(
        Comparison comparison, Map<Variable, Integer> counts, PlanStatistics input) {
      ComparedVariable left =
          bound(comparison.operator(), comparison.left(), comparison.right(), input);
      ComparedVariable right =
          bound(
              ComparedVariable.flipped(comparison.operator()),
              comparison.right(),
              comparison.left(),
              input);
      if (left == null || right == null) {
        return left == null ? right : left;
      }
      int difference =
          Integer.compare(
              counts.getOrDefault(left.variable(), 0), counts.getOrDefault(right.variable(), 0));
      boolean isLeft =
          difference > 0
              || (difference == 0
                  && input.of(left.variable()).distinctCount()
                      >= input.of(right.variable()).distinctCount());
      return isLeft ? left : right;
    }

    private static @Nullable ComparedVariable bound(
        ComparisonOperator operator, Expression side, Expression other, PlanStatistics input) {
      Variable variable = ComparedVariable.unwrapped(side);
      if (variable == null
          || input.of(variable).column() == null
          || !haveEqualUnits(variable.type().kind(), other.type().kind())
          || LogicalExpressions.variables(other).contains(variable)) {
        return null;
      }
      double mean = mean(other, input);
      if (Double.isNaN(mean)) {
        return hasParameter(other) ? new ComparedVariable(operator, variable, null) : null;
      }
      return new ComparedVariable(operator, variable, mean);
    }

    private static boolean hasParameter(Expression expression) {
      return parameterOf(expression) != null
          || expression.operands().stream().anyMatch(RangeVariables::hasParameter);
    }

    private static boolean haveEqualUnits(TypeKind some, TypeKind other) {
      return some == other ? some != TypeKind.NUMERIC : isNumber(some) && isNumber(other);
    }

    /** Returns the mean of the values of an expression, as a position; NaN if it is not known. */
    private static double mean(Expression expression, PlanStatistics input) {
      return switch (expression) {
        case Literal literal ->
            literal.value() == null ? Double.NaN : HistogramPosition.of(literal.value());
        case Parameter parameter ->
            parameter.sample() == null ? Double.NaN : HistogramPosition.of(parameter.sample());
        case Variable variable -> meanOf(variable, input);
        case RetypedExpression retyped -> mean(retyped.value(), input);
        case NumberToDouble converted -> mean(converted.value(), input);
        case NarrowedInteger narrowed -> mean(narrowed.value(), input);
        case RescaledDecimal rescaled -> mean(rescaled.value(), input);
        case LongArithmetic sum ->
            combined(sum.operator(), mean(sum.left(), input), mean(sum.right(), input));
        case DoubleArithmetic sum ->
            combined(sum.operator(), mean(sum.left(), input), mean(sum.right(), input));
        default -> Double.NaN;
      };
    }

    private static double meanOf(Variable variable, PlanStatistics input) {
      ColumnStatistics column = input.of(variable).column();
      if (column == null || column.bounds().size() < 2) {
        return Double.NaN;
      }
      double sum = 0;
      for (double bound : column.bounds()) {
        sum += bound;
      }
      return sum / column.bounds().size();
    }

    private static double combined(ArithmeticOperator operator, double left, double right) {
      return switch (operator) {
        case ADD -> left + right;
        case SUBTRACT -> left - right;
        case MULTIPLY -> left * right;
        case DIVIDE -> left / right;
        case MODULO -> Double.NaN;
      };
    }
  }
}
