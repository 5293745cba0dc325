package dev.colonnade.sql.definition.table.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.table.StoredText;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.RowEvaluator;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.context.StatementContexts;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions of DEFAULT clauses. */
public final class ColumnDefaults {
  private final StatementAnalysis analysis;

  /**
   * Creates the analysis of defaults.
   *
   * @param analysis of the definition
   */
  public ColumnDefaults(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
  }

  /**
   * Returns the text of a default for the catalog; null for NULL, which is no default unless it is
   * converted to the column's domain or modifier.
   *
   * @throws dev.colonnade.error.ColonnadeException if it is no expression of the column's type
   */
  public @Nullable String text(Table table, Column column, Expression value) {
    NameUses uses = new NameUses();
    var _ = new TableExpressions(analysis.recording(uses)).defaultOf(table, column, value);
    boolean isConverted =
        column.domain() != null || ColumnTypes.of(column, analysis.registry()).hasModifier();
    if (value instanceof Constant.NullConstant && !isConverted) {
      return null;
    }
    return StoredText.of(value, uses, analysis.names());
  }

  /** Throws an error if an expression is no default of a column. */
  public void requireValid(Table table, Column column, Expression value) {
    var _ = analyzed(table, column, value);
  }

  /** Returns whether the value may differ from row to row. */
  public boolean isVolatile(Table table, Column column, Expression value) {
    return isVolatile(analyzed(table, column, value));
  }

  private static boolean isVolatile(dev.colonnade.sql.expression.Expression expression) {
    return expression.isVolatile()
        || expression.operands().stream().anyMatch(ColumnDefaults::isVolatile);
  }

  private dev.colonnade.sql.expression.Expression analyzed(
      Table table, Column column, Expression value) {
    return new TableExpressions(analysis).defaultOf(table, column, value).expression();
  }

  /** Returns the value of an expression, of the column's Java class. */
  public @Nullable Object value(Table table, Column column, Expression value, Execution execution) {
    return value(column, analyzed(table, column, value), execution);
  }

  /** Returns the value that an INSERT writes to a column without a default, of a domain. */
  public @Nullable Object value(Table table, Column column, Execution execution) {
    return value(
        column, new TableExpressions(analysis).defaultOf(table, column).expression(), execution);
  }

  private static @Nullable Object value(
      Column column, dev.colonnade.sql.expression.Expression value, Execution execution) {
    StatementContext context = StatementContexts.of(execution.with(List.of()), 0);
    Evaluation evaluation =
        new Evaluation(
            ColumnDefaults::noParameter,
            context.services(),
            context.cancellation(),
            SubqueryExecutor.NONE);
    RowEvaluator evaluator = new RowEvaluator(List.of(value), List.of());
    return ValueConverter.toJava(
        TypeMapping.sqlType(column.type()), evaluator.value(new @Nullable Object[0], evaluation));
  }

  private static @Nullable Object noParameter(int index) {
    throw new IllegalStateException("default has a parameter: index=" + index);
  }
}
