package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.arithmetic.RetypedExpression;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Types inside of the arrays and rows of typed values, by which these are compared. */
public final class Nestings {
  private final ExpressionState state;
  private final RowFields rows;

  Nestings(ExpressionState state, RowFields rows) {
    this.state = requireNonNull(state, "state is null");
    this.rows = requireNonNull(rows, "rows is null");
  }

  /** Returns the same value, whose representation has the types inside of its arrays and rows. */
  public TypedExpression typed(TypedExpression value) {
    VectorType type = value.expression().type();
    boolean mayHaveParts = type.kind() == TypeKind.ARRAY || type.kind() == TypeKind.UNKNOWN;
    if (!mayHaveParts || value.isUnknown()) {
      return value;
    }
    Nesting nesting =
        RowFields.isRow(value.type().type())
            ? ofFields(rows.fields(value))
            : of(value.type().type());
    return nesting.isPlain() || nesting.equals(type.nesting())
        ? value
        : new TypedExpression(
            retyped(value.expression(), type.with(nesting)),
            value.type(),
            value.fields(),
            value.position());
  }

  private static Expression retyped(Expression value, VectorType type) {
    return switch (value) {
      case Literal literal -> new Literal(type, literal.value());
      case Parameter parameter -> new Parameter(type, parameter.index(), parameter.sample());
      default -> new RetypedExpression(type, value);
    };
  }

  /** Returns the nesting of the values of a type. */
  public Nesting of(Type type) {
    Type base = Types.baseOf(type);
    Type element = state.registry().types().elementOf(base);
    if (element != null) {
      return Nesting.arrayOf(of(element));
    }
    if (RowFields.isRow(base)) {
      return ofFields(rows.fields(base));
    }
    TypeKind kind = base.kind();
    return kind == null ? Nesting.PLAIN : Nesting.of(kind);
  }

  private Nesting ofFields(List<RowField> fields) {
    return Nesting.rowOf(
        fields.stream()
            .map(
                field ->
                    field.fields().isEmpty() ? of(field.type().type()) : ofFields(field.fields()))
            .toList());
  }
}
