package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.DistinctComparison;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.physical.expression.Conjunctions;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Conditions of a join, divided into equalities of both sides and the others.
 *
 * @param keys equalities by which rows can be hashed
 * @param others conditions over pairs
 */
record JoinConditions(List<Equality> keys, List<Expression> others) {
  JoinConditions {
    keys = List.copyOf(keys);
    others = List.copyOf(others);
  }

  /**
   * Equality of an expression over the left side and one over the right side, in the same
   * representation.
   *
   * @param condition the equality as a predicate over pairs
   */
  record Equality(Expression left, Expression right, boolean nullsEqual, Expression condition) {
    Equality swapped() {
      return new Equality(right, left, nullsEqual, condition);
    }
  }

  static JoinConditions of(List<Expression> conditions, List<Variable> left, List<Variable> right) {
    Set<Variable> ofLeft = new HashSet<>(left);
    Set<Variable> ofRight = new HashSet<>(right);
    List<Equality> keys = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    for (Expression condition : Conjunctions.conjuncts(conditions)) {
      Equality key = equality(condition, ofLeft, ofRight);
      if (key == null) {
        others.add(condition);
      } else {
        keys.add(key);
      }
    }
    return new JoinConditions(keys, others);
  }

  private static @Nullable Equality equality(
      Expression condition, Set<Variable> left, Set<Variable> right) {
    return switch (condition) {
      case Comparison(ComparisonOperator operator, Expression some, Expression other)
          when operator == ComparisonOperator.EQUAL ->
          placed(new Equality(some, other, false, condition), left, right);
      case DistinctComparison(boolean isNot, Expression some, Expression other) when isNot ->
          placed(new Equality(some, other, true, condition), left, right);
      default -> null;
    };
  }

  /** Returns an equality with the sides of the join; null if it is not one of both sides. */
  private static @Nullable Equality placed(
      Equality equality, Set<Variable> left, Set<Variable> right) {
    if (!areHashed(equality.left.type(), equality.right.type())) {
      return null;
    }
    if (isOnly(equality.left, left, right) && isOnly(equality.right, right, left)) {
      return equality;
    }
    return isOnly(equality.left, right, left) && isOnly(equality.right, left, right)
        ? equality.swapped()
        : null;
  }

  /** Returns whether equal values of both types have equal keys in a hash table. */
  private static boolean areHashed(VectorType some, VectorType other) {
    boolean areChars = (some.kind() == TypeKind.CHAR) == (other.kind() == TypeKind.CHAR);
    return some.hasSameForm(other) && areChars;
  }

  /** Returns whether an expression reads variables of one side, and none of the other one. */
  private static boolean isOnly(Expression expression, Set<Variable> side, Set<Variable> other) {
    boolean isOf = false;
    for (Variable variable : LogicalExpressions.variables(expression)) {
      if (other.contains(variable)) {
        return false;
      }
      isOf |= side.contains(variable);
    }
    return isOf;
  }

  /** Returns the conditions of the join whose sides are exchanged. */
  JoinConditions swapped() {
    return new JoinConditions(keys.stream().map(Equality::swapped).toList(), others);
  }
}
