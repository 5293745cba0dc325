package dev.colonnade.sql.analyze.change.insert;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.value.PartAssignment;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.syntax.query.Change.TargetColumn;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of one row by column, some of which are assigned part by part. */
final class ColumnParts {
  private final PartAssignment parts;
  private final Map<Column, Expression> values = new LinkedHashMap<>();

  ColumnParts(ExpressionAnalyzer expressions) {
    this.parts = new PartAssignment(requireNonNull(expressions, "expressions is null"));
  }

  void put(Column column, Expression value) {
    values.put(column, value);
  }

  /** Adds a value of a part of a column, to those that it has already. */
  void put(Column column, TargetColumn part, TypedExpression value) {
    Expression before = values.get(column);
    Expression whole =
        before == null
            ? new Literal(VectorType.of(ColumnTypes.vector(column).kind()), null)
            : before;
    values.put(column, parts.of(column, part, whole, value));
  }

  /** Returns the columns in the order in which they were added. */
  List<Column> columns() {
    return new ArrayList<>(values.keySet());
  }

  /** Returns the values of the columns. */
  List<Expression> values() {
    return new ArrayList<>(values.values());
  }
}
