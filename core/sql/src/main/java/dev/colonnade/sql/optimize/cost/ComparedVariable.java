package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
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

  private static ComparisonOperator flipped(ComparisonOperator operator) {
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
}
