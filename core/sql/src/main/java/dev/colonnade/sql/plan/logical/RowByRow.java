package dev.colonnade.sql.plan.logical;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexLiteral;

/**
 * Subqueries that Calcite must not make joins of, since it would not keep what depends on the rows
 * for one row of the outer query: windows, which would be over the rows for all of them, the order
 * of what an aggregate collects, and a LIMIT that is a parameter. They run for each row.
 */
final class RowByRow {
  private RowByRow() {}

  /** Returns whether a plan contains such a subquery. */
  static boolean isNeeded(RelNode plan) {
    return (plan instanceof Correlate correlate && dependsOnRows(correlate.getRight()))
        || plan.getInputs().stream().anyMatch(RowByRow::isNeeded);
  }

  private static boolean dependsOnRows(RelNode plan) {
    boolean isOrdered =
        switch (plan) {
          case Project project -> project.containsOver();
          case Aggregate aggregate ->
              aggregate.getAggCallList().stream()
                  .anyMatch(call -> !call.getCollation().getFieldCollations().isEmpty());
          case Sort sort -> sort.fetch != null && !(sort.fetch instanceof RexLiteral);
          default -> false;
        };
    return (isOrdered && !RelOptUtil.getVariablesUsed(plan).isEmpty())
        || plan.getInputs().stream().anyMatch(RowByRow::dependsOnRows);
  }
}
