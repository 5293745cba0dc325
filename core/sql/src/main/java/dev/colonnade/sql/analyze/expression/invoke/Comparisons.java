package dev.colonnade.sql.analyze.expression.invoke;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.type.TypeKind;

/** Comparisons of typed values by the order of their types. */
public final class Comparisons {
  private final ExpressionBuilder builder;
  private final Conversions conversions;

  Comparisons(ExpressionState state, Conversions conversions) {
    this.builder = requireNonNull(state, "state is null").builder();
    this.conversions = requireNonNull(conversions, "conversions is null");
  }

  /** Returns the comparison of a symbol; it must be one. */
  public static ComparisonOperator operator(String symbol) {
    for (ComparisonOperator operator : ComparisonOperator.values()) {
      if (operator.symbol().equals(symbol)) {
        return operator;
      }
    }
    throw new IllegalArgumentException("no such comparison: symbol=" + symbol);
  }

  /** Returns a comparison of two values of comparable types. */
  public Expression compare(
      ComparisonOperator operator, TypedExpression left, TypedExpression right) {
    return builder.compare(
        operator, comparable(operator, left, right), comparable(operator, right, left));
  }

  /** Returns a value in the representation by which an operator compares it with another. */
  public Expression comparable(
      ComparisonOperator operator, TypedExpression value, TypedExpression other) {
    boolean isOrder =
        operator != ComparisonOperator.EQUAL && operator != ComparisonOperator.NOT_EQUAL;
    if (isOrder && conversions.isOrderedByLabels(value)) {
      return conversions.ordered(value);
    }
    if (conversions.hasPaddedElements(value.type().type())) {
      return conversions.withoutBlanks(value.expression());
    }
    TypeKind kind = value.expression().type().kind();
    TypeKind otherKind = other.expression().type().kind();
    boolean isName = kind == TypeKind.NAME && otherKind != TypeKind.NAME && otherKind.isText();
    return isName ? builder.cast(value.expression(), TypeKind.TEXT) : value.expression();
  }
}
