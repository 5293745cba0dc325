package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import java.util.ArrayList;
import java.util.List;

/** Collector of the predicates that all rows of a plan satisfy because of filters inside it. */
final class KnownPredicates {
  private KnownPredicates() {}

  /** Returns predicates that the matching rows of both inputs of a join satisfy. */
  static List<Expression> of(LogicalJoin join) {
    List<Expression> known = new ArrayList<>();
    add(join.left(), known);
    add(join.right(), known);
    return known;
  }

  private static void add(LogicalPlan plan, List<Expression> known) {
    switch (plan) {
      case Filter filter -> {
        known.addAll(ExpressionProperties.conjuncts(filter.predicates()));
        add(filter.input(), known);
      }
      case Project project -> add(project.input(), known);
      case Sort sort -> add(sort.input(), known);
      case Limit limit -> add(limit.input(), known);
      case Window window -> add(window.input(), known);
      case Aggregate aggregate when hasNoRowsWithoutInput(aggregate) ->
          add(aggregate.input(), known);
      case LogicalJoin join when join.kind() != LogicalJoin.Kind.FULL -> {
        add(join.left(), known);
        if (join.kind() == LogicalJoin.Kind.INNER) {
          add(join.right(), known);
        }
      }
      default -> {}
    }
  }

  /**
   * Returns whether each row of an aggregate stands for rows of its input. An aggregate without
   * keys has a row also if a filter of its input, which may be about an outer row, rejects
   * everything.
   */
  private static boolean hasNoRowsWithoutInput(Aggregate aggregate) {
    return aggregate.groupingSets().size() == 1 && !aggregate.groupingSets().getFirst().isEmpty();
  }
}
