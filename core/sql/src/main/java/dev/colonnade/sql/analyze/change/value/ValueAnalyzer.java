package dev.colonnade.sql.analyze.change.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.syntax.query.Change.TargetColumn;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.type.schema.Column;

/** Analyzer of the values for the columns of a table. */
public final class ValueAnalyzer {
  private final Table table;
  private final ExpressionAnalyzer expressions;
  private final TableExpressions definitions;

  /**
   * Creates the analyzer.
   *
   * @param scope of the expressions
   * @param clause that they belong to
   */
  public ValueAnalyzer(Table table, ChangeScope scope, ClauseKind clause) {
    this.table = requireNonNull(table, "table is null");
    this.expressions = scope.expressions(clause);
    this.definitions = new TableExpressions(scope.statement());
  }

  /** Returns whether an expression is DEFAULT. */
  public static boolean isDefault(Expression node) {
    return node instanceof Reference.DefaultValue;
  }

  /** Returns the analyzer of expressions that are not written to a column. */
  public ExpressionAnalyzer expressions() {
    return expressions;
  }

  /** Returns the value of an expression, or of DEFAULT, as one of the column's type. */
  public dev.colonnade.sql.expression.Expression value(Column column, Expression node) {
    return isDefault(node)
        ? defaultOf(column)
        : assigned(column, expressions.analyze(node).at(AssignedPositions.of(node)));
  }

  /** Returns the value that is assigned to a part of a column. */
  public TypedExpression part(TargetColumn target, Expression node) {
    if (isDefault(node)) {
      throw ChangeErrors.unsupported(
          target.position(),
          ElementAssignment.isSubscript(target.accessors().getFirst())
              ? "cannot set an array element to DEFAULT"
              : "cannot set a subfield to DEFAULT");
    }
    return expressions.analyze(node).at(AssignedPositions.of(node));
  }

  /** Returns a value as one of the column's type; TYPE_MISMATCH if it cannot be one. */
  public dev.colonnade.sql.expression.Expression assigned(Column column, TypedExpression value) {
    return expressions
        .assign(
            column.name(),
            value,
            ColumnTypes.of(column, expressions.context().statement().registry()))
        .expression();
  }

  /** Returns the default of a column; NULL if it has none. */
  public dev.colonnade.sql.expression.Expression defaultOf(Column column) {
    return definitions.defaultOf(table, column).expression();
  }
}
