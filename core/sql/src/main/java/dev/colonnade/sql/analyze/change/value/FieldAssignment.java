package dev.colonnade.sql.analyze.change.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;

/** Assignment to a field of a column of a composite type: the changed row. */
public final class FieldAssignment {
  private final ExpressionAnalyzer expressions;

  /** Creates the assignments of a statement. */
  public FieldAssignment(ExpressionAnalyzer expressions) {
    this.expressions = requireNonNull(expressions, "expressions is null");
  }

  /** Returns whether the first step into the value of a column is a field. */
  public static boolean isField(Change.TargetColumn target) {
    return !target.accessors().isEmpty()
        && target.accessors().getFirst() instanceof Change.Accessor.FieldAccess;
  }

  /**
   * Returns the new row.
   *
   * @param before the row without the assignment
   */
  public Expression of(
      Column column, Change.TargetColumn target, Expression before, TypedExpression value) {
    TypeReference type = ColumnTypes.of(column, expressions.context().statement().registry());
    TypedExpression row = TypedExpression.of(before, type, TypedExpression.NO_POSITION);
    TypedExpression changed = changed(column, target, 0, row, value);
    return type.type().isDomain()
        ? expressions
            .cast(
                TypedExpression.of(
                    changed.expression(),
                    TypeReference.of(dev.colonnade.sql.registry.type.Types.baseOf(type.type())),
                    TypedExpression.NO_POSITION),
                type)
            .expression()
        : changed.expression();
  }

  private TypedExpression changed(
      Column column,
      Change.TargetColumn target,
      int step,
      TypedExpression row,
      TypedExpression value) {
    if (!(target.accessors().get(step)
        instanceof Change.Accessor.FieldAccess(String name, int position))) {
      throw ChangeErrors.unsupported(
          target.position(), "assignment to an element of a field is not supported");
    }
    Type type = row.type().type();
    List<TypedExpression.RowField> fields = expressions.fields(row);
    if (fields.isEmpty()) {
      throw ChangeErrors.at(
          position,
          ErrorCode.TYPE_MISMATCH,
          "cannot assign to field \"%s\" of column \"%s\" because its type %s is not a composite type"
              .formatted(name, column.name(), type));
    }
    int index = fields.stream().map(TypedExpression.RowField::name).toList().indexOf(name);
    if (index < 0) {
      throw ChangeErrors.at(
          position,
          ErrorCode.UNKNOWN_COLUMN,
          "cannot assign to field \"%s\" of column \"%s\" because there is no such column in data type %s"
              .formatted(name, column.name(), type));
    }
    List<TypedExpression> values = expressions.fieldValues(row);
    List<Expression> all =
        new ArrayList<>(values.stream().map(TypedExpression::expression).toList());
    boolean isLast = step == target.accessors().size() - 1;
    all.set(
        index,
        isLast
            ? assigned(name, value, fields.get(index).type())
            : changed(column, target, step + 1, values.get(index), value).expression());
    return TypedExpression.of(
        new ExpressionBuilder().row(all), row.type(), TypedExpression.NO_POSITION);
  }

  private Expression assigned(String field, TypedExpression value, TypeReference type) {
    return expressions.assign(field, value, type).expression();
  }
}
