package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rule that limits the inputs of a UNION ALL of which the first rows by an order are read: each
 * input returns its first rows only, for which it may have an index. The order above remains, over
 * these few rows.
 */
public final class UnionTopRows {
  /** Most rows of an input: to sort more of them twice may cost more than the rule saves. */
  private static final long ROWS_MAX = 10_000;

  private UnionTopRows() {}

  /** Returns the plan with limited inputs of UNION ALL. */
  public static LogicalPlan apply(LogicalPlan plan) {
    LogicalPlan limited = plan instanceof Limit limit ? limited(limit) : plan;
    return LogicalExpressions.rewriteInputs(limited, UnionTopRows::apply);
  }

  private static LogicalPlan limited(Limit limit) {
    long rows = FirstRows.of(limit);
    if (rows < 0 || rows > ROWS_MAX) {
      return limit;
    }
    LogicalPlan input = belowLimit(limit.input(), rows);
    return input == null ? limit : limit.withInputs(List.of(input));
  }

  private static @Nullable LogicalPlan belowLimit(LogicalPlan plan, long rows) {
    return switch (plan) {
      case Project project -> over(project, belowLimit(project.input(), rows));
      case Sort sort -> over(sort, belowSort(sort.input(), sort.keys(), rows));
      default -> null;
    };
  }

  private static @Nullable LogicalPlan over(LogicalPlan plan, @Nullable LogicalPlan input) {
    return input == null ? null : plan.withInputs(List.of(input));
  }

  private static @Nullable LogicalPlan belowSort(LogicalPlan plan, List<SortItem> keys, long rows) {
    return switch (plan) {
      case Project project -> {
        List<SortItem> renamed = FirstRows.renamed(keys, project);
        yield renamed.isEmpty() ? null : over(project, belowSort(project.input(), renamed, rows));
      }
      case SetOperation union when union.kind() == LogicalSet.Kind.UNION && union.all() ->
          union(union, keys, rows);
      default -> null;
    };
  }

  private static @Nullable LogicalPlan union(SetOperation union, List<SortItem> keys, long rows) {
    List<LogicalPlan> inputs = new ArrayList<>(union.inputs().size());
    for (LogicalPlan input : union.inputs()) {
      List<SortItem> ofInput = new ArrayList<>(keys.size());
      for (SortItem key : keys) {
        int position = union.columns().indexOf(key.expression());
        if (position < 0 || !isSameKind(input.columns().get(position), key.expression())) {
          return null;
        }
        ofInput.add(key.by(input.columns().get(position)));
      }
      Literal count = new Literal(VectorType.of(TypeKind.BIGINT), rows);
      inputs.add(new Limit(new Sort(input, ofInput), null, count, List.of()));
    }
    return union.withInputs(inputs);
  }

  private static boolean isSameKind(Variable column, Expression key) {
    return column.type().kind() == key.type().kind();
  }
}
