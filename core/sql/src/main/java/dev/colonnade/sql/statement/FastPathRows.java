package dev.colonnade.sql.statement;

import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.lower.ConstantEvaluator;
import dev.colonnade.sql.plan.lower.QueryParameters;
import dev.colonnade.sql.plan.lower.WrittenRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Rows of literals that a statement inserts: each value is evaluated by itself. */
final class FastPathRows implements FastPathPlan {
  private final WrittenRows written;

  private FastPathRows(WrittenRows written) {
    this.written = written;
  }

  /** The rows of a query; null if it is of another shape. */
  static @Nullable FastPathRows of(PlannedQuery planned) {
    WrittenRows written = WrittenRows.of(planned.plan());
    return written == null ? null : new FastPathRows(written);
  }

  /** Returns whether it is one row. */
  boolean isOne() {
    return written.rows().size() == 1;
  }

  /** Returns whether it is one row, and takes only a few steps to evaluate. */
  boolean isQuick() {
    return isOne() && written.rows().getFirst().stream().allMatch(ConstantEvaluator::isQuick);
  }

  @Override
  public @Nullable List<@Nullable Object[]> rows(
      Execution execution, QueryParameters parameters, boolean mayWait) {
    if (!mayWait) {
      return null;
    }
    ConstantEvaluator constants =
        new ConstantEvaluator(parameters::held, new StatementMetadata(execution));
    List<@Nullable Object[]> rows = new ArrayList<>(written.rows().size());
    for (List<RexNode> expressions : written.rows()) {
      execution.cancellation().check();
      rows.add(row(constants, expressions));
    }
    return rows;
  }

  /** Returns whether it is one row of so many parameters in their order, one for each value. */
  boolean isOfParameters(int count) {
    if (!isOne() || written.rows().getFirst().size() != count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (!isOfParameter(written.rows().getFirst().get(i), i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an expression is a parameter, as it is or cast. */
  private static boolean isOfParameter(RexNode expression, int index) {
    return switch (expression) {
      case RexDynamicParam parameter -> parameter.getIndex() == index;
      case RexCall call ->
          isOfParameter(call.getOperands().getFirst(), index)
              && call.getOperands().stream().skip(1).allMatch(RexLiteral.class::isInstance);
      default -> false;
    };
  }

  private static @Nullable Object[] row(ConstantEvaluator constants, List<RexNode> expressions) {
    @Nullable Object[] row = new @Nullable Object[expressions.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = constants.held(expressions.get(i));
    }
    return row;
  }

  /**
   * The one row that is written out, for several values of the parameters, one after the other.
   *
   * @param parameters gives the values that are meant at the time
   */
  Supplier<@Nullable Object[]> repeated(
      Execution execution, IntFunction<@Nullable Object> parameters) {
    if (written.rows().size() != 1) {
      throw new IllegalStateException("not one row rows=" + written.rows().size());
    }
    ConstantEvaluator constants =
        new ConstantEvaluator(parameters, new StatementMetadata(execution));
    List<RexNode> expressions = written.rows().getFirst();
    return () -> row(constants, expressions);
  }
}
