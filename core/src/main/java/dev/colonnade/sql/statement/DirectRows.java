package dev.colonnade.sql.statement;

import dev.colonnade.sql.plan.ConstantEvaluator;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.QueryParameters;
import dev.colonnade.sql.plan.WrittenRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Rows that a statement writes out, for who inserts them: each value is worked out by itself. */
final class DirectRows implements DirectPlan {
  private final WrittenRows written;

  private DirectRows(WrittenRows written) {
    this.written = written;
  }

  /** The rows of a query; null if it is of another shape. */
  static @Nullable DirectRows of(PlannedQuery planned) {
    WrittenRows written = WrittenRows.of(planned.plan());
    return written == null ? null : new DirectRows(written);
  }

  /** Whether it is one row. */
  boolean isOne() {
    return written.rows().size() == 1;
  }

  @Override
  public @Nullable List<@Nullable Object[]> rows(
      Execution execution, QueryParameters parameters, boolean mayWait) {
    if (!mayWait) {
      return null;
    }
    ConstantEvaluator constants =
        new ConstantEvaluator(parameters::held, new StatementFacts(execution));
    List<@Nullable Object[]> rows = new ArrayList<>(written.rows().size());
    for (List<RexNode> expressions : written.rows()) {
      execution.cancellation().check();
      rows.add(row(constants, expressions));
    }
    return rows;
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
    ConstantEvaluator constants = new ConstantEvaluator(parameters, new StatementFacts(execution));
    List<RexNode> expressions = written.rows().getFirst();
    return () -> row(constants, expressions);
  }
}
