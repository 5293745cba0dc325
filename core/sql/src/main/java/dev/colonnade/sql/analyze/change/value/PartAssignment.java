package dev.colonnade.sql.analyze.change.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Change.Accessor;
import dev.colonnade.sql.syntax.query.Change.TargetColumn;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * Assignment to a part of the value of a column: a field of a row, an element or a slice of an
 * array, a member of JSON, and parts of these.
 */
public final class PartAssignment {
  private final ExpressionAnalyzer expressions;
  private final ElementAssignment elements;

  /** Creates the assignments of a statement. */
  public PartAssignment(ExpressionAnalyzer expressions) {
    this.expressions = requireNonNull(expressions, "expressions is null");
    this.elements = new ElementAssignment(expressions);
  }

  /**
   * Returns the new value of the column.
   *
   * @param before the value without the assignment
   */
  public Expression of(
      Column column, TargetColumn target, Expression before, TypedExpression value) {
    return changed(typed(before, typeOf(column)), target, value);
  }

  private TypeReference typeOf(Column column) {
    return ColumnTypes.of(column, expressions.context().statement().registry());
  }

  /** Returns the type of the values that can be assigned to a part of a column. */
  public TypeReference typeOf(Column column, TargetColumn target) {
    TypeReference type = typeOf(column);
    TargetColumn rest = target;
    while (!rest.accessors().isEmpty()) {
      int count = subscriptCount(rest);
      if (count == 0) {
        VectorType vector = requireNonNull(ColumnTypes.vector(type.type()), "no representation");
        TypedExpression row = typed(new Literal(vector, null), type);
        type = expressions.fields(row).get(indexOf(row, rest)).type();
        rest = behind(rest, 1);
      } else {
        type = elements.typeOf(type, first(rest, count));
        rest = behind(rest, count);
      }
    }
    return type;
  }

  private static TypedExpression typed(Expression value, TypeReference type) {
    return TypedExpression.of(value, type, TypedExpression.NO_POSITION);
  }

  private static int subscriptCount(TargetColumn target) {
    int count = 0;
    while (count < target.accessors().size()
        && ElementAssignment.isSubscript(target.accessors().get(count))) {
      count++;
    }
    return count;
  }

  private static TargetColumn first(TargetColumn target, int count) {
    return new TargetColumn(target.name(), target.accessors().subList(0, count), target.position());
  }

  private static TargetColumn behind(TargetColumn target, int count) {
    List<Accessor> accessors = target.accessors();
    return new TargetColumn(
        target.name(), accessors.subList(count, accessors.size()), target.position());
  }

  private Expression changed(TypedExpression before, TargetColumn target, TypedExpression value) {
    int count = subscriptCount(target);
    if (count == 0) {
      return field(before, target, value);
    }
    if (count == target.accessors().size()) {
      return checked(elements.of(before.type(), target, before.expression(), value), before.type());
    }
    TargetColumn subscripts = first(target, count);
    TypedExpression element = elements.read(before, subscripts);
    Expression changed = changed(element, behind(target, count), value);
    return checked(elements.with(before.expression(), changed, subscripts), before.type());
  }

  /** Returns a value of a type; if this is a domain, the value satisfies its constraints. */
  private Expression checked(Expression value, TypeReference type) {
    return type.type().isDomain()
        ? expressions
            .cast(typed(value, TypeReference.of(Types.baseOf(type.type()))), type)
            .expression()
        : value;
  }

  private Expression field(TypedExpression row, TargetColumn target, TypedExpression value) {
    int index = indexOf(row, target);
    List<TypedExpression> values = expressions.fieldValues(row);
    List<Expression> all =
        new ArrayList<>(values.stream().map(TypedExpression::expression).toList());
    TypedExpression.RowField field = expressions.fields(row).get(index);
    all.set(
        index,
        target.accessors().size() == 1
            ? expressions.assign(field.name(), value, field.type()).expression()
            : changed(typed(all.get(index), field.type()), named(field.name(), target), value));
    return checked(new ExpressionBuilder().row(all), row.type());
  }

  /** Returns the part of a field, which messages name by the field. */
  private static TargetColumn named(String field, TargetColumn target) {
    TargetColumn rest = behind(target, 1);
    return new TargetColumn(field, rest.accessors(), rest.position());
  }

  private int indexOf(TypedExpression row, TargetColumn target) {
    if (!(target.accessors().getFirst() instanceof Accessor.FieldAccess(String name, int _))) {
      throw ChangeErrors.unsupported(
          target.position(), "row expansion via \"*\" is not supported here");
    }
    List<TypedExpression.RowField> fields = expressions.fields(row);
    if (fields.isEmpty()) {
      throw ChangeErrors.at(
          target.position(),
          ErrorCode.TYPE_MISMATCH,
          "cannot assign to field \"%s\" of column \"%s\" because its type %s is not a composite type"
              .formatted(name, target.name(), row.type().type()));
    }
    int index = fields.stream().map(TypedExpression.RowField::name).toList().indexOf(name);
    if (index < 0) {
      throw ChangeErrors.at(
          target.position(),
          ErrorCode.UNKNOWN_COLUMN,
          "cannot assign to field \"%s\" of column \"%s\" because there is no such column in data type %s"
              .formatted(name, target.name(), row.type().type()));
    }
    return index;
  }
}
