package dev.colonnade.sql.optimize.unnest;

import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalPlan;

/**
 * Rule that drops the nodes of a subquery that do not change whether it has rows, or which distinct
 * rows it has: sorts, DISTINCT and, of EXISTS, select lists and limits.
 */
public final class ExistentialInput {
  private ExistentialInput() {}

  /** Returns a plan that has rows if and only if the plan of EXISTS has. */
  public static LogicalPlan ofExists(LogicalPlan plan) {
    LogicalPlan stripped = plan;
    while (true) {
      LogicalPlan next =
          switch (stripped) {
            case Project project -> project.input();
            case Limit limit when keepsFirst(limit) -> limit.input();
            default -> ofIn(stripped);
          };
      if (next == stripped) {
        return stripped;
      }
      stripped = next;
    }
  }

  /** Returns a plan with the same distinct rows as the plan of IN. */
  static LogicalPlan ofIn(LogicalPlan plan) {
    return switch (plan) {
      case Sort sort -> ofIn(sort.input());
      case Aggregate aggregate when isDistinct(aggregate) -> ofIn(aggregate.input());
      default -> plan;
    };
  }

  private static boolean isDistinct(Aggregate aggregate) {
    return aggregate.functions().isEmpty()
        && aggregate.groupingSets().size() == 1
        && !aggregate.keys().isEmpty()
        && aggregate.groupingSets().getFirst().size() == aggregate.keys().size()
        && aggregate.columns().equals(aggregate.input().columns());
  }

  private static boolean keepsFirst(Limit limit) {
    Long count = RowNumbers.value(limit.count());
    return limit.offset() == null && (count == null ? limit.count() == null : count > 0);
  }
}
