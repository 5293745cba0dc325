package dev.colonnade.sql.analyze.expression.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.invoke.Comparisons;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.syntax.OperatorName;
import java.util.ArrayList;
import java.util.List;

/** Comparisons of rows that are written field by field. */
public final class RowComparisons {
  private final Operators operators;

  public RowComparisons(Operators operators) {
    this.operators = requireNonNull(operators, "operators is null");
  }

  /** Comparable fields of two rows. */
  public record Pairs(
      ComparisonOperator operator, List<TypedExpression> left, List<TypedExpression> right) {
    public Pairs {
      requireNonNull(operator, "operator is null");
      left = List.copyOf(left);
      right = List.copyOf(right);
    }
  }

  /** Returns the comparison of two rows, field by field. */
  public Expression compare(
      OperatorName name, List<TypedExpression> left, List<TypedExpression> right, int position) {
    if (left.size() == right.size() && left.size() == 1) {
      return operators.predicate(name, left.getFirst(), right.getFirst(), position);
    }
    Pairs pairs = pairs(name, left, right, position);
    Comparisons comparisons = operators.invocations().comparisons();
    List<Expression> lefts = new ArrayList<>();
    List<Expression> rights = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      TypedExpression some = pairs.left().get(i);
      TypedExpression other = pairs.right().get(i);
      lefts.add(comparisons.comparable(pairs.operator(), some, other));
      rights.add(comparisons.comparable(pairs.operator(), other, some));
    }
    return operators.state().builder().compareRows(pairs.operator(), lefts, rights);
  }

  /** Returns the fields as the operators of their types need them. */
  public Pairs pairs(
      OperatorName name, List<TypedExpression> left, List<TypedExpression> right, int position) {
    if (left.size() != right.size()) {
      throw Positions.error(
          ErrorCode.SYNTAX_ERROR, "unequal number of entries in row expressions", position);
    }
    RowFields.requireCount(left.size(), position);
    if (left.isEmpty()) {
      throw Positions.error(ErrorCode.UNSUPPORTED, "cannot compare rows of zero length", position);
    }
    List<TypedExpression> lefts = new ArrayList<>();
    List<TypedExpression> rights = new ArrayList<>();
    ComparisonOperator operator = null;
    for (int i = 0; i < left.size(); i++) {
      TypedExpression some = left.get(i);
      TypedExpression other = right.get(i);
      Operators.Resolution found =
          Positions.at(position, () -> operators.resolve(name, some, other));
      requireBoolean(found, position);
      operator = operatorOf(found, name, position);
      lefts.add(found.operands().getFirst());
      rights.add(found.operands().getLast());
    }
    return new Pairs(requireNonNull(operator, "no operator"), lefts, rights);
  }

  private static void requireBoolean(Operators.Resolution found, int position) {
    if (found.operator().result().oid() != TypeOids.BOOL) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          "row comparison operator must yield type boolean, not type " + found.operator().result(),
          position);
    }
  }

  private static ComparisonOperator operatorOf(
      Operators.Resolution found, OperatorName name, int position) {
    Implementation implementation = found.operator().entry().implementation();
    if (implementation instanceof Implementation.Absent) {
      throw Positions.unsupported("operator " + name.symbol(), position);
    }
    try {
      return Comparisons.operator(
          implementation instanceof Implementation.Comparison(String symbol)
              ? symbol
              : name.symbol());
    } catch (IllegalArgumentException e) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "could not determine interpretation of row comparison operator " + name.symbol(),
          dev.colonnade.error.ErrorFields.at(position + 1)
              .withHint(
                  "Row comparison operators must be associated with btree operator families."),
          e);
    }
  }

  /** Returns IS [NOT] DISTINCT FROM of rows. */
  public Expression distinct(
      boolean isNot, List<TypedExpression> left, List<TypedExpression> right, int position) {
    if (left.isEmpty() && right.isEmpty()) {
      return operators.state().builder().logic(isNot, List.of());
    }
    Pairs pairs = pairs(OperatorName.of("="), left, right, position);
    return operators
        .state()
        .builder()
        .distinct(
            isNot,
            pairs.left().stream().map(TypedExpression::expression).toList(),
            pairs.right().stream().map(TypedExpression::expression).toList());
  }
}
