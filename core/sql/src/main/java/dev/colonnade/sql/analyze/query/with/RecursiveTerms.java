package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSubquery;
import org.jspecify.annotations.Nullable;

/** Check of the places where a recursive term refers to its recursion. */
final class RecursiveTerms {
  private final String name;
  private final int position;
  private int count;

  /**
   * Creates the check.
   *
   * @param position offset of the last reference
   */
  RecursiveTerms(String name, int position) {
    this.name = name;
    this.position = position;
  }

  /** Throws INVALID_RECURSION if a reference is in a place where the rows are not complete. */
  void check(LogicalPlan plan, int recursionId) {
    walk(plan, recursionId, null);
  }

  private void walk(LogicalPlan plan, int id, @Nullable String place) {
    if (plan instanceof LogicalSource.WorkingTable working && working.recursionId() == id) {
      reference(place);
    }
    plan.expressions().forEach(expression -> walk(expression, id));
    for (int i = 0; i < plan.inputs().size(); i++) {
      walk(plan.inputs().get(i), id, place(plan, i, place));
    }
  }

  private void reference(@Nullable String place) {
    if (place != null) {
      throw error(
          "recursive reference to query \"%s\" must not appear within %s".formatted(name, place));
    }
    count++;
    if (count > 1) {
      throw error(
          "recursive reference to query \"%s\" must not appear more than once".formatted(name));
    }
  }

  private ColonnadeException error(String message) {
    return ScopeErrors.at(ErrorCode.INVALID_RECURSION, message, position);
  }

  private static @Nullable String place(LogicalPlan plan, int input, @Nullable String place) {
    return switch (plan) {
      case LogicalJoin join
          when join.kind() == LogicalJoin.Kind.FULL
              || (join.kind() == LogicalJoin.Kind.LEFT && input == 1) ->
          "an outer join";
      case LogicalSet.SetOperation operation -> place(operation, input, place);
      default -> place;
    };
  }

  private static @Nullable String place(
      LogicalSet.SetOperation operation, int input, @Nullable String place) {
    return switch (operation.kind()) {
      case UNION -> place;
      case INTERSECT -> operation.all() ? "INTERSECT" : place;
      case EXCEPT -> operation.all() || input > 0 ? "EXCEPT" : place;
    };
  }

  private void walk(Expression expression, int id) {
    if (expression instanceof LogicalSubquery subquery) {
      walk(subquery.plan(), id, "a subquery");
    }
    expression.operands().forEach(operand -> walk(operand, id));
  }
}
