package dev.colonnade.sql.command.copy;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.RowEvaluator;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** WHERE of COPY FROM, over whole rows of a table. Thread-safe. */
final class CopyCondition {
  private final RowEvaluator evaluator;
  private final List<SqlType> types;

  private CopyCondition(Expression condition, TableSchema schema) {
    List<Column> columns = schema.columns();
    this.evaluator =
        new RowEvaluator(List.of(condition), columns.stream().map(ColumnTypes::vector).toList());
    this.types = columns.stream().map(column -> TypeMapping.sqlType(column.type())).toList();
  }

  static CopyCondition of(
      dev.colonnade.sql.syntax.query.Expression node, Table table, StatementAnalysis statement) {
    TableSchema schema = table.schema();
    Expression condition =
        new TableExpressions(statement)
            .predicate(
                table,
                node,
                ClauseKind.COPY_WHERE,
                column ->
                    new ColumnReference(ColumnTypes.vector(column), schema.ordinal(column.id())));
    if (!statement.parameters().all().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_PARAMETER,
          "there is no parameter $" + statement.parameters().all().size());
    }
    return new CopyCondition(condition, schema);
  }

  /**
   * Returns whether a row is to be inserted.
   *
   * @param row values of all columns of the table, of their Java classes
   */
  boolean test(@Nullable Object[] row, StatementContext context) {
    @Nullable Object[] internal = new @Nullable Object[row.length];
    evaluator
        .columns()
        .forEach(index -> internal[index] = ValueConverter.fromJava(types.get(index), row[index]));
    Evaluation evaluation =
        Evaluation.ofOneRow(
            context.parameters().none()::held, context.services(), context.cancellation());
    return Boolean.TRUE.equals(evaluator.value(internal, evaluation));
  }
}
