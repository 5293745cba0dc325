package dev.colonnade.sql.analyze.expression.value;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.List;

/** Analysis of the operands of an expression: the recursion of the analyzer. */
public interface ExpressionAnalysis {
  /** Returns an expression with its type. */
  TypedExpression analyze(Expression node);

  /**
   * Returns the fields of a row, with all columns in the place of {@code t.*} and {@code (x).*}.
   */
  List<TypedExpression> fields(Call.Row row);

  /** Returns the state that all parts of the analysis share. */
  ExpressionState state();

  /** Returns the conversions of values. */
  Conversions conversions();

  /** Returns expressions with their types, in order. */
  default List<TypedExpression> analyzeAll(List<? extends Expression> nodes) {
    return nodes.stream().map(this::analyze).toList();
  }
}
