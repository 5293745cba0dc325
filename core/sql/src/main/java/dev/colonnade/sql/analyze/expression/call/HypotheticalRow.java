package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.SortItem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Row of the direct arguments of {@code rank(5) WITHIN GROUP (ORDER BY v)}: predicates over the
 * rows of the group that compare them with it by the keys of the order.
 *
 * @param values of the row in the representations of the keys
 * @param keys of WITHIN GROUP
 */
record HypotheticalRow(ExpressionBuilder builder, List<Expression> values, List<SortItem> keys) {
  HypotheticalRow {
    requireNonNull(builder, "builder is null");
    values = List.copyOf(values);
    keys = List.copyOf(keys);
  }

  /** Returns the predicate of rows before this one. */
  Expression isBefore() {
    return before(0, false);
  }

  /** Returns the predicate of rows before this one and of those equal to it. */
  Expression isBeforeOrEqual() {
    return before(0, true);
  }

  /** Returns a predicate together with a filter; the predicate alone if there is no filter. */
  Expression filtered(@Nullable Expression filter, Expression predicate) {
    return filter == null ? predicate : logic(true, filter, predicate);
  }

  private Expression before(int index, boolean orEqual) {
    Expression here = beforeByKey(keys.get(index), values.get(index));
    boolean isLast = index == keys.size() - 1;
    if (isLast && !orEqual) {
      return here;
    }
    Expression same =
        builder.distinct(true, List.of(keys.get(index).expression()), List.of(values.get(index)));
    Expression rest = isLast ? same : logic(true, same, before(index + 1, orEqual));
    return logic(false, here, rest);
  }

  private Expression beforeByKey(SortItem key, Expression value) {
    Expression other = key.expression();
    Expression isOrdered =
        builder.compare(
            key.descending() ? ComparisonOperator.GREATER : ComparisonOperator.LESS, other, value);
    return key.nullsFirst()
        ? logic(true, isNull(true, value), logic(false, isNull(false, other), isOrdered))
        : logic(true, isNull(true, other), logic(false, isNull(false, value), isOrdered));
  }

  private Expression isNull(boolean isNot, Expression value) {
    return builder.isNull(isNot, List.of(value));
  }

  private Expression logic(boolean isAnd, Expression... operands) {
    List<Supplier<Expression>> suppliers = new ArrayList<>();
    for (Expression operand : operands) {
      suppliers.add(() -> operand);
    }
    return builder.logic(isAnd, suppliers);
  }
}
