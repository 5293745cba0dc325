package dev.colonnade.sql.run;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import java.util.List;

/**
 * Distinction of plans that take a few steps: one row by its key, or one row of expressions that
 * are sums, casts and next values.
 */
final class ShortPlans {
  private ShortPlans() {}

  static boolean isShort(PhysicalPlan plan) {
    return switch (plan) {
      case ScanPlan.TableScan scan -> scan.point() != null && areQuick(scan.point().values());
      case ScanPlan.Values values ->
          values.rows().size() == 1 && areQuick(values.rows().getFirst());
      case RowPlan.Project project -> isShort(project.input()) && areQuick(project.expressions());
      default -> false;
    };
  }

  private static boolean areQuick(List<Expression> expressions) {
    return expressions.stream().allMatch(ShortPlans::isQuick);
  }

  private static boolean isQuick(Expression expression) {
    return expression.isQuick() && areQuick(expression.operands());
  }
}
