package dev.colonnade.sql.explain.text;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SubqueryPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions of operators, and the subqueries in them. */
public final class PlanSubqueries {
  private PlanSubqueries() {}

  /** Returns the subqueries in the expressions of an operator, in the order of the text. */
  public static List<SubqueryPlan> of(PhysicalPlan plan) {
    List<SubqueryPlan> found = new ArrayList<>();
    expressions(plan).forEach(expression -> collect(expression, found));
    return found;
  }

  private static void collect(Expression expression, List<SubqueryPlan> found) {
    if (expression.subquery() instanceof SubqueryPlan plan) {
      found.add(plan);
    }
    expression.operands().forEach(operand -> collect(operand, found));
  }

  /** Returns whether an expression has the same value for all rows of its operator. */
  public static boolean isConstant(Expression expression) {
    boolean isRowDependent =
        expression instanceof ColumnReference
            || expression instanceof OuterReference
            || expression.isVolatile()
            || (expression.subquery() != null && expression.subquery().isCorrelated());
    return !isRowDependent && expression.operands().stream().allMatch(PlanSubqueries::isConstant);
  }

  private static List<Expression> expressions(PhysicalPlan plan) {
    return switch (plan) {
      case ScanPlan.TableScan scan -> {
        List<Expression> values = new ArrayList<>();
        scan.access().predicates().forEach(predicate -> collect(predicate, values));
        scan.predicates().forEach(predicate -> collect(predicate, values));
        yield values;
      }
      case ScanPlan.Values values -> values.rows().stream().flatMap(List::stream).toList();
      case RowPlan.Filter filter -> List.of(filter.predicate());
      case RowPlan.Project project -> project.expressions();
      case RowPlan.Limit limit -> nonNull(limit.offset(), limit.limit());
      case RowPlan.Unnest unnest -> unnest.functions();
      case JoinPlan.HashJoin join -> nonNull(join.condition());
      case JoinPlan.NestedLoopJoin join -> nonNull(join.condition());
      case JoinPlan.MergeJoin join -> nonNull(join.condition());
      case JoinPlan.LookupJoin join -> nonNull(join.condition());
      case JoinPlan.DependentJoin join -> nonNull(join.condition());
      default -> List.of();
    };
  }

  private static List<Expression> nonNull(@Nullable Expression... expressions) {
    List<Expression> found = new ArrayList<>();
    for (Expression expression : expressions) {
      if (expression != null) {
        found.add(expression);
      }
    }
    return found;
  }

  private static void collect(ScanPredicate predicate, List<Expression> values) {
    switch (predicate) {
      case ScanPredicate.Compare compare -> values.add(compare.value());
      case ScanPredicate.And and -> and.operands().forEach(operand -> collect(operand, values));
      case ScanPredicate.Or or -> or.operands().forEach(operand -> collect(operand, values));
      case ScanPredicate.Not not -> collect(not.operand(), values);
      case ScanPredicate.EqualsAny any -> values.add(any.array());
      case ScanPredicate.Like like -> values.add(like.pattern());
      case ScanPredicate.IsNull _, ScanPredicate.Constant _ -> {}
    }
  }
}
