package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.plan.PlannedCondition;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of an expression over single rows of a table: a row is a batch of one. Used by CHECK
 * constraints, defaults, and partial and expression indexes. Thread-safe.
 */
public final class RowExpressionEvaluator implements RowPredicate {
  private static final Vector[] NO_VECTORS = {};

  private final Expression expression;
  private final List<ColonnadeException> constantErrors;

  /** Types of the columns that the expression reads; null for the others. */
  private final @Nullable SqlType[] types;

  private final @Nullable VectorType[] vectorTypes;

  public RowExpressionEvaluator(PlannedCondition planned) {
    requireNonNull(planned, "planned is null");
    this.expression = planned.compiled();
    this.constantErrors = planned.constantErrors();
    List<Column> columns = planned.schema().columns();
    this.types = new @Nullable SqlType[columns.size()];
    this.vectorTypes = new @Nullable VectorType[columns.size()];
    collect(expression, columns);
  }

  private void collect(Expression node, List<Column> columns) {
    if (node instanceof ColumnReference column) {
      types[column.index()] = TypeMapping.sqlType(columns.get(column.index()).type());
      vectorTypes[column.index()] = column.type();
    }
    node.operands().forEach(operand -> collect(operand, columns));
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
    Vector[] vectors = types.length == 0 ? NO_VECTORS : new Vector[types.length];
    for (int i = 0; i < vectors.length; i++) {
      SqlType type = types[i];
      VectorType vectorType = vectorTypes[i];
      if (type != null && vectorType != null) {
        Object held = ValueConverter.fromJava(type, row[i]);
        vectors[i] = VectorBuilder.vectorOf(new @Nullable Object[] {held}, vectorType);
      }
    }
    Evaluation evaluation =
        new Evaluation(
            RowExpressionEvaluator::noParameter,
            StatementServices.NONE,
            Cancellation.withoutDeadline(),
            SubqueryExecutor.NONE);
    return expression.evaluate(new VectorBatch(1, vectors), evaluation).held(0, expression.type());
  }

  private static @Nullable Object noParameter(int index) {
    throw new IllegalStateException("expression of a table has a parameter index=" + index);
  }
}
