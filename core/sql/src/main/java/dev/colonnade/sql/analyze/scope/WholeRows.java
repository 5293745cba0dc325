package dev.colonnade.sql.analyze.scope;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.call.RowConstructor;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;

/** Rows of relations as values. */
final class WholeRows {
  private WholeRows() {}

  static TypedExpression of(
      Registry registry,
      ScopeRelation relation,
      List<NamedColumn> columns,
      List<Expression> values,
      int position) {
    TypeReference type = relation.rowType();
    List<RowField> fields =
        columns.stream()
            .map(column -> new RowField(column.name(), column.value().type()))
            .toList();
    return new TypedExpression(
        new RowConstructor(values),
        type == null ? TypeReference.of(registry.types().base().named("record")) : type,
        fields,
        position);
  }
}
