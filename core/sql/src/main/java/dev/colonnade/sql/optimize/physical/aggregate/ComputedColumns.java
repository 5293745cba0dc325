package dev.colonnade.sql.optimize.physical.aggregate;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Columns of an input and, behind them, those that functions over it compute. One thread. */
final class ComputedColumns {
  private final Translation translation;
  private final PlannedRows input;
  private final int width;
  private final List<Expression> computed = new ArrayList<>();
  private final List<Variable> names = new ArrayList<>();

  ComputedColumns(Translation translation, PlannedRows input) {
    this.translation = translation;
    this.input = input;
    this.width = input.columns().size();
  }

  /** Returns the number of columns. */
  int width() {
    return width + computed.size();
  }

  /** Returns the column of an expression over variables. */
  int of(Expression expression) {
    return ofTranslated(translated(expression));
  }

  /** Returns an expression over columns. */
  Expression translated(Expression expression) {
    return translation.expressions().translate(expression, InputColumns.of(input));
  }

  /** Returns the column of an expression over columns. */
  int ofTranslated(Expression expression) {
    if (expression instanceof ColumnReference column) {
      return column.index();
    }
    int known = computed.indexOf(expression);
    if (known >= 0) {
      return width + known;
    }
    computed.add(expression);
    names.add(translation.context().variables().create(expression.type(), "value"));
    return width + computed.size() - 1;
  }

  /** Returns the type of a column. */
  VectorType type(int column) {
    return column < width
        ? input.columns().get(column).type()
        : computed.get(column - width).type();
  }

  /** Returns the rows with the computed columns. */
  PlannedRows rows() {
    return Projections.extended(input, computed, names);
  }
}
