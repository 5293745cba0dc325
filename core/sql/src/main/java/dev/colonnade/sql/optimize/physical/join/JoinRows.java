package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.optimize.physical.expression.Conjunctions;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import java.util.ArrayList;
import java.util.List;

/** Kinds, columns and variables of physical joins. */
final class JoinRows {
  private JoinRows() {}

  /** Returns the columns of a join. */
  static List<PlanColumn> columns(JoinPlan.Kind kind, PlannedRows left, List<PlanColumn> right) {
    if (kind.isLeftOnly()) {
      return left.columns();
    }
    List<PlanColumn> all = new ArrayList<>(left.columns().size() + right.size());
    all.addAll(left.columns());
    all.addAll(right);
    return all;
  }

  /** Returns the rows of a join with the variables of its inputs. */
  static PlannedRows joined(
      JoinPlan.Kind kind, PhysicalPlan plan, PlannedRows left, PlannedRows right) {
    return kind.isLeftOnly()
        ? left.by(plan).inOrder(List.of())
        : left.joined(plan, right, left.columns().size());
  }

  /** Returns the kind of a physical join. */
  static JoinPlan.Kind kind(LogicalJoin.Kind kind) {
    return switch (kind) {
      case INNER -> JoinPlan.Kind.INNER;
      case LEFT, SINGLE -> JoinPlan.Kind.LEFT;
      case FULL -> JoinPlan.Kind.FULL;
      case SEMI -> JoinPlan.Kind.SEMI;
      case ANTI -> JoinPlan.Kind.ANTI;
      case NULL_AWARE_ANTI -> JoinPlan.Kind.NULL_AWARE_ANTI;
    };
  }

  /** Returns the conjunction of conditions of which none may be unknown. */
  static Expression notFalse(List<Expression> conditions) {
    return new TruthTest(TruthTest.Test.IS_NOT_FALSE, Conjunctions.of(conditions));
  }
}
