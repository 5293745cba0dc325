package dev.colonnade.sql.analyze.table;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.RowEvaluator;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expression over the columns of a table, evaluated for single rows. Thread-safe. */
final class CompiledExpression {
  private final RowEvaluator evaluator;

  /** Types of the columns that the expression reads; null for the others. */
  private final @Nullable SqlType[] types;

  /**
   * Creates the evaluator of an expression.
   *
   * @param expression over the columns of a batch that has all columns of the table
   */
  CompiledExpression(Expression expression, TableSchema schema) {
    List<Column> columns = schema.columns();
    this.evaluator =
        new RowEvaluator(List.of(expression), columns.stream().map(ColumnTypes::vector).toList());
    this.types = new @Nullable SqlType[columns.size()];
    evaluator
        .columns()
        .forEach(index -> types[index] = TypeMapping.sqlType(columns.get(index).type()));
  }

  /**
   * Returns the value for a row in its internal representation.
   *
   * @param row values of all columns of the table, of their Java classes
   */
  @Nullable Object internal(@Nullable Object[] row, StatementServices services) {
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
            CompiledExpression::noParameter,
            services,
            Cancellation.withoutDeadline(),
            SubqueryExecutor.NONE));
  }

  private static @Nullable Object noParameter(int index) {
    throw new IllegalStateException("expression of a table has a parameter: index=" + index);
  }
}
