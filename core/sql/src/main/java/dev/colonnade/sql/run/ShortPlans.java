package dev.colonnade.sql.run;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Distinction of plans that take a few steps: one row by its key, one row of expressions that are
 * sums, casts and next values, or the change of one such row.
 */
final class ShortPlans {
  private ShortPlans() {}

  static boolean isShort(PhysicalPlan plan) {
    return switch (plan) {
      case ScanPlan.TableScan scan -> scan.point() != null && areQuick(scan.point().values());
      case ScanPlan.Values values ->
          values.rows().size() == 1 && areQuick(values.rows().getFirst());
      case RowPlan.Project project -> isShort(project.input()) && areQuick(project.expressions());
      case RowPlan.Limit limit ->
          limit.tieKeys().isEmpty()
              && isShort(limit.input())
              && isQuickOrNull(limit.offset())
              && isQuickOrNull(limit.limit());
      case ModifyPlan.Insert insert ->
          insert.conflict() == null
              && insert.source() instanceof ScanPlan.Values
              && isShort(insert, insert.checks());
      case ModifyPlan.Update update -> isShort(update, update.checks());
      case ModifyPlan.Delete delete -> isShort(delete, List.of());
      default -> false;
    };
  }

  private static boolean isShort(ModifyPlan.TableChange change, List<String> checks) {
    return checks.isEmpty() && isPlain(change.table()) && isShort(change.source());
  }

  /** Returns whether writing a row of a table needs no evaluation of expressions. */
  private static boolean isPlain(Table table) {
    return table.descriptor().constraints().checks().isEmpty()
        && table.descriptor().properties().generated().isEmpty()
        && table.indexes().stream()
            .map(index -> index.descriptor().definition())
            .allMatch(index -> index.predicate() == null && index.expressions().isEmpty());
  }

  private static boolean areQuick(List<Expression> expressions) {
    return expressions.stream().allMatch(ShortPlans::isQuick);
  }

  private static boolean isQuickOrNull(@Nullable Expression expression) {
    return expression == null || isQuick(expression);
  }

  private static boolean isQuick(Expression expression) {
    return expression.isQuick() && areQuick(expression.operands());
  }
}
