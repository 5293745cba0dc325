package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rule that infers restrictions from equalities: of {@code a = b} and {@code a < 5} follows {@code
 * b < 5}. Only comparisons of a variable with constants are transferred, which cannot fail and
 * which equal values satisfy equally.
 */
public final class PredicateInference {
  private PredicateInference() {}

  /** Returns predicates that follow from equalities and restrictions and are not among them. */
  public static List<Expression> infer(List<Expression> equalities, List<Expression> restrictions) {
    List<Expression> inferred = List.of();
    for (Expression equality : equalities) {
      if (!isEquality(equality)) {
        continue;
      }
      Comparison comparison = (Comparison) equality;
      Variable left = (Variable) comparison.left();
      Variable right = (Variable) comparison.right();
      for (Expression restriction : restrictions) {
        Variable restricted = restricted(restriction);
        if (restricted == null || !(restricted.equals(left) || restricted.equals(right))) {
          continue;
        }
        Variable other = restricted.equals(left) ? right : left;
        Expression added = LogicalExpressions.substitute(restriction, Map.of(restricted, other));
        if (!restrictions.contains(added) && !inferred.contains(added)) {
          inferred = inferred.isEmpty() ? new ArrayList<>() : inferred;
          inferred.add(added);
        }
      }
    }
    return inferred;
  }

  private static boolean isEquality(Expression expression) {
    return expression instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.EQUAL
        && comparison.left() instanceof Variable left
        && comparison.right() instanceof Variable right
        && left.type().equals(right.type())
        && left.type().kind() != TypeKind.CHAR;
  }

  /** Returns the variable that a predicate compares with constants; null if it is no such one. */
  private static @Nullable Variable restricted(Expression predicate) {
    return switch (predicate) {
      case Comparison comparison
          when comparison.left() instanceof Variable variable && comparison.right().isConstant() ->
          variable;
      case Comparison comparison
          when comparison.right() instanceof Variable variable && comparison.left().isConstant() ->
          variable;
      case InList list
          when list.value() instanceof Variable variable
              && list.items().stream().allMatch(Expression::isConstant) ->
          variable;
      default -> null;
    };
  }
}
