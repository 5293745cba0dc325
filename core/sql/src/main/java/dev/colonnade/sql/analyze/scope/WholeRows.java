package dev.colonnade.sql.analyze.scope;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.call.RowConstructor;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rows of relations as values. */
final class WholeRows {
  private WholeRows() {}

  static TypedExpression of(
      Registry registry,
      ScopeRelation relation,
      List<NamedColumn> columns,
      List<Expression> values,
      int position) {
    TypeReference type = relation.row().type();
    List<RowField> fields =
        columns.stream().map(column -> new RowField(column.name(), column.value().type())).toList();
    return new TypedExpression(
        relation.row().isNullable()
            ? nullable(values, relation.row().key())
            : new RowConstructor(values),
        type == null ? TypeReference.of(registry.types().base().named("record")) : type,
        fields,
        position);
  }

  /**
   * Returns NULL for a row that an outer join has added: its key is NULL, or if there is none, all
   * its values.
   */
  private static Expression nullable(List<Expression> values, @Nullable Variable key) {
    RowConstructor row = new RowConstructor(values);
    List<Supplier<Expression>> tests = new ArrayList<>();
    if (key == null) {
      values.forEach(value -> tests.add(() -> new NullTest(true, value)));
    } else {
      tests.add(() -> new NullTest(true, key));
    }
    if (tests.isEmpty()) {
      return row;
    }
    return new CaseExpression(
        row.type(),
        List.of(new ExpressionBuilder().logic(false, tests)),
        List.of(row, new Literal(row.type(), null)));
  }
}
