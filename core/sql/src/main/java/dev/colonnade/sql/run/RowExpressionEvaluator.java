package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.sql.execute.scan.ColumnTypes;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.RowEvaluator;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.plan.PlannedCondition;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of an expression over single rows of a table: a row is a batch of one. Used by CHECK
 * constraints, defaults, and partial and expression indexes. Thread-safe.
 */
public final class RowExpressionEvaluator implements RowPredicate {
  private final RowEvaluator evaluator;
  private final List<ColonnadeException> constantErrors;

  /** Types of the columns that the expression reads; null for the others. */
  private final @Nullable SqlType[] types;

  public RowExpressionEvaluator(PlannedCondition planned) {
    requireNonNull(planned, "planned is null");
    List<Column> columns = planned.schema().columns();
    this.evaluator =
        new RowEvaluator(
            List.of(planned.compiled()), columns.stream().map(ColumnTypes::of).toList());
    this.constantErrors = planned.constantErrors();
    this.types = new @Nullable SqlType[columns.size()];
    evaluator
        .columns()
        .forEach(index -> types[index] = TypeMapping.sqlType(columns.get(index).type()));
  }

  @Override
  public @Nullable Boolean holds(@Nullable Object[] row) {
    return (Boolean) value(row);
  }

  /**
   * Returns the value for a row in its internal representation.
   *
   * @param row the values of all columns of the table
   */
  public @Nullable Object value(@Nullable Object[] row) {
    if (!constantErrors.isEmpty()) {
      throw constantErrors.getFirst();
    }
    @Nullable Object[] held = new @Nullable Object[types.length];
    for (int i = 0; i < held.length; i++) {
      SqlType type = types[i];
      if (type != null) {
        held[i] = ValueConverter.fromJava(type, row[i]);
      }
    }
    return evaluator.value(
        held,
        new Evaluation(
            RowExpressionEvaluator::noParameter,
            StatementServices.NONE,
            Cancellation.withoutDeadline(),
            SubqueryExecutor.NONE));
  }

  private static @Nullable Object noParameter(int index) {
    throw new IllegalStateException("expression of a table has a parameter index=" + index);
  }
}
