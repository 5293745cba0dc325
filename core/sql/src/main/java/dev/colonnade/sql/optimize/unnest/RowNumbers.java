package dev.colonnade.sql.optimize.unnest;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Frame;
import dev.colonnade.sql.logical.LogicalOperator.FrameBound;
import dev.colonnade.sql.logical.LogicalOperator.FrameExclusion;
import dev.colonnade.sql.logical.LogicalOperator.FrameUnit;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalOperator.WindowFunction;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rewriting of OFFSET and LIMIT for each value of correlation keys into row numbers. */
final class RowNumbers {
  private static final VectorType NUMBER = VectorType.of(TypeKind.BIGINT);

  private RowNumbers() {}

  /** Returns whether the limits are constants without WITH TIES. */
  static boolean canNumber(Limit limit) {
    return limit.ties().isEmpty() && isNumber(limit.offset()) && isNumber(limit.count());
  }

  private static boolean isNumber(@Nullable Expression expression) {
    return expression == null
        || (expression instanceof Literal literal
            && (literal.value() == null
                || (literal.value() instanceof Long number
                    && number >= 0
                    && number < Integer.MAX_VALUE)));
  }

  /** Returns a constant limit; null if there is none. */
  static @Nullable Long value(@Nullable Expression expression) {
    return expression instanceof Literal literal ? (Long) literal.value() : null;
  }

  /** Returns the rows of the plan that are within the limit of their partition. */
  static LogicalPlan limited(
      LogicalPlan plan,
      List<? extends Expression> keys,
      List<SortItem> order,
      Limit limit,
      Variables variables) {
    Variable number = variables.create(NUMBER, "row_number");
    Frame frame =
        new Frame(
            FrameUnit.ROWS,
            new FrameBound(-1, null),
            new FrameBound(0, null),
            FrameExclusion.NOTHING);
    WindowFunction function = new WindowFunction(number, "row_number", List.of(), null);
    LogicalPlan numbered = new Window(plan, List.copyOf(keys), order, frame, List.of(function));
    Long offset = value(limit.offset());
    Long count = value(limit.count());
    long skipped = offset == null ? 0 : offset;
    List<Expression> predicates = new ArrayList<>();
    if (skipped > 0) {
      predicates.add(compared(number, ComparisonOperator.GREATER, skipped));
    }
    if (count != null) {
      predicates.add(compared(number, ComparisonOperator.LESS_OR_EQUAL, skipped + count));
    }
    return predicates.isEmpty() ? plan : new Filter(numbered, predicates);
  }

  private static Expression compared(Variable number, ComparisonOperator operator, long bound) {
    return new Comparison(operator, number, new Literal(NUMBER, bound));
  }
}
