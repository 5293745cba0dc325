package dev.colonnade.sql.analyze.expression.invoke;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.call.ArrayMapping;
import dev.colonnade.sql.function.library.JsonInputText;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Calls of the functions that return rows of the members of JSON objects. */
public final class JsonRecords {
  private static final TypeKind TEXT = TypeKind.TEXT;
  private static final TypeKind ROW = TypeKind.UNKNOWN;

  private final ExpressionState state;
  private final Conversions conversions;

  /** Creates the builder of calls. */
  public JsonRecords(ExpressionState state, Conversions conversions) {
    this.state = requireNonNull(state, "state is null");
    this.conversions = requireNonNull(conversions, "conversions is null");
  }

  /**
   * Returns the value of {@code json_populate_record} or {@code json_populate_recordset}.
   *
   * @param arguments row with the values of missing members, and JSON
   */
  Expression populate(String name, List<TypedExpression> arguments) {
    TypedExpression base = arguments.getFirst();
    Type type = base.type().type();
    if (!RowFields.isRow(type)) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          "first argument of %s must be a row type".formatted(name),
          TypedExpression.NO_POSITION);
    }
    List<RowField> fields = conversions.rows().fields(base);
    if (fields.isEmpty()) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          "could not determine row type for result of " + name,
          "Provide a non-null record argument, or call the function in the FROM clause using a"
              + " column definition list.",
          TypedExpression.NO_POSITION);
    }
    Expression json = arguments.get(1).expression();
    if (name.endsWith("set")) {
      if (!LogicalExpressions.variables(base.expression()).isEmpty()) {
        throw Positions.unsupported(name + " of a row that is not constant", base.position());
      }
      return rows(name, json, base, fields);
    }
    Expression isMissing = state.builder().isNull(false, List.of(json));
    List<Supplier<Expression>> operands =
        List.of(() -> isMissing, base::expression, () -> row(json, base, fields));
    return state.builder().caseOf(ROW, operands);
  }

  /** Returns the list of the rows of an array of objects. */
  private Expression rows(
      String name, Expression json, TypedExpression base, List<RowField> fields) {
    Expression object = new ColumnReference(VectorType.of(TEXT), 0);
    return new ArrayMapping(objects(name, json), VectorType.of(TEXT), row(object, base, fields));
  }

  private Expression objects(String name, Expression json) {
    return state.call(
        JsonInputText.class, "objects", TypeKind.ARRAY, ExpressionState.text(name), json);
  }

  /**
   * Returns the list of the rows of {@code json_to_record} or {@code json_to_recordset}.
   *
   * @param fields which the statement defines
   */
  public Expression records(String name, Expression json, List<RowField> fields) {
    boolean isSet = name.endsWith("set");
    Expression list = isSet ? objects(name, json) : state.builder().array(List.of(json));
    VectorType vector = isSet ? VectorType.of(TEXT) : json.type();
    Expression object = new ColumnReference(vector, 0);
    List<Expression> values = new ArrayList<>();
    fields.forEach(field -> values.add(member(object, field)));
    return new ArrayMapping(list, vector, state.builder().row(values));
  }

  private Expression row(Expression json, TypedExpression base, List<RowField> fields) {
    boolean isNull = base.expression() instanceof Literal literal && literal.value() == null;
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      RowField field = fields.get(i);
      if (isNull) {
        values.add(member(json, field));
        continue;
      }
      TypedExpression known = conversions.rows().field(base, i, field);
      Expression member = merged(json, field, known);
      Expression isThere = has("hasMember", json, field);
      List<Supplier<Expression>> operands = List.of(() -> isThere, () -> member, known::expression);
      values.add(state.builder().caseOf(ExpressionState.kindOf(field.type().type()), operands));
    }
    return state.builder().row(values);
  }

  private Expression has(String name, Expression json, RowField field) {
    return state.call(
        JsonInputText.class, name, TypeKind.BOOLEAN, json, ExpressionState.text(field.name()));
  }

  /** Returns the value of a field; an object has the fields of a row that it does not contain. */
  private Expression merged(Expression json, RowField field, TypedExpression known) {
    Expression member = member(json, field);
    Type base = Types.baseOf(field.type().type());
    if (!base.isComposite()) {
      return member;
    }
    Expression isObject = has("hasObject", json, field);
    List<RowField> fields = conversions.rows().fields(base);
    TypedExpression row =
        new TypedExpression(
            row(text(json, field, "j"), known, fields),
            TypeReference.of(base),
            fields,
            TypedExpression.NO_POSITION);
    TypedExpression merged = conversions.convert(row, field.type());
    List<Supplier<Expression>> operands = List.of(() -> isObject, merged::expression, () -> member);
    return state.builder().caseOf(ROW, operands);
  }

  /** Returns the value of a field: its type reads the text of the member. */
  private Expression member(Expression json, RowField field) {
    return conversions.input(text(json, field, shape(field.type().type())), field.type());
  }

  private Expression text(Expression json, RowField field, String shape) {
    return state.call(
        JsonInputText.class,
        "member",
        TEXT,
        json,
        ExpressionState.text(field.name()),
        ExpressionState.text(shape));
  }

  private String shape(Type type) {
    Type base = Types.baseOf(type);
    Type element = state.registry().types().elementOf(base);
    if (element != null) {
      return "[" + shape(element);
    }
    if (base.isComposite()) {
      List<RowField> fields = conversions.rows().fields(base);
      return JsonInputText.rowShape(
          fields.stream().map(RowField::name).toList(),
          fields.stream().map(field -> shape(field.type().type())).toList());
    }
    TypeKind kind = base.kind();
    return kind == TypeKind.JSON || kind == TypeKind.JSONB ? "j" : "s";
  }
}
