package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.call.ArrayMapping;
import dev.colonnade.sql.expression.call.RowConstructor;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.library.ArrayCasts;
import dev.colonnade.sql.function.library.RecordFunctions;
import dev.colonnade.sql.function.library.base.BaseTypeCasts;
import dev.colonnade.sql.function.library.json.JsonCreationFunctions;
import dev.colonnade.sql.function.scalar.LengthLimits;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Texts and JSON of values of any type. */
public final class TextForms {
  private static final TypeKind TEXT = TypeKind.TEXT;

  private final ExpressionState state;
  private final ExpressionBuilder builder;
  private final RowFields rows;

  TextForms(ExpressionState state, RowFields rows) {
    this.state = requireNonNull(state, "state is null");
    this.builder = state.builder();
    this.rows = requireNonNull(rows, "rows is null");
  }

  /** Returns the text that a cast to {@code text} results in. */
  public Expression text(TypedExpression value) {
    Type type = Types.baseOf(value.type().type());
    if (RowFields.isRow(type)) {
      return rowText(value);
    }
    Expression expression = value.expression();
    if (value.isUnknown() && expression instanceof Parameter parameter) {
      // Its statement is refused unless another use decides the type.
      return new Parameter(VectorType.of(TEXT), parameter.index(), parameter.sample());
    }
    if (type.isArray()) {
      Type element = elementOf(type);
      return isOfTexts(element)
          ? state.call(
              ArrayCasts.class,
              "arrayToText",
              TEXT,
              mapped(value, element, this::text),
              ExpressionState.text(TEXT.name()))
          : state.call(ArrayCasts.class, "arrayToText", TEXT, expression, elementKind(type));
    }
    if (isNull(expression)) {
      return new Literal(VectorType.of(TEXT), null);
    }
    if (expression.type().kind() == TypeKind.VOID) {
      return emptyText(expression);
    }
    Expression text = builder.cast(expression, TEXT);
    return mayHaveBlanks(value)
        ? state.call(LengthLimits.class, "withoutBlanks", TEXT, text)
        : text;
  }

  /** Returns whether values have their trailing blanks: those of char(n) have not. */
  private static boolean mayHaveBlanks(TypedExpression value) {
    return value.expression().type().kind() == TypeKind.CHAR && !value.type().hasModifier();
  }

  /** Returns whether only the statement knows the texts of values: parts, names of objects. */
  private static boolean isOfTexts(Type element) {
    return RowFields.isRow(element)
        || ExpressionState.isNamedReference(element)
        || Types.baseOf(element).isArray();
  }

  private Type elementOf(Type array) {
    return requireNonNull(state.registry().types().elementOf(array), "no element type");
  }

  /** Returns an array of the forms of the elements of an array of rows. */
  private Expression mapped(
      TypedExpression array, Type element, Function<TypedExpression, Expression> form) {
    VectorType vector = ExpressionState.vectorOf(element);
    TypedExpression row =
        new TypedExpression(
            new ColumnReference(vector, 0),
            TypeReference.of(element),
            array.fields(),
            array.position());
    return new ArrayMapping(array.expression(), vector, form.apply(row));
  }

  /** Returns the output of the type: of a Boolean, its letter; of char(n), the text with blanks. */
  public Expression output(TypedExpression value) {
    if (value.expression().type().kind() == TypeKind.BOOLEAN) {
      return state.call(RecordFunctions.class, "letterOfTruth", TEXT, value.expression());
    }
    if (value.expression().type().kind().base() != null && !isNull(value.expression())) {
      return state.call(BaseTypeCasts.class, "outputText", TEXT, value.expression());
    }
    if (mayHaveBlanks(value) && !isNull(value.expression())) {
      return builder.cast(value.expression(), TEXT);
    }
    return isPadded(value) ? padded(value, TEXT) : text(value);
  }

  /** Returns an empty text after the evaluation of a function without a result. */
  private Expression emptyText(Expression call) {
    Expression isNull = builder.isNull(false, List.of(call));
    Expression empty = ExpressionState.text("");
    List<Supplier<Expression>> operands = List.of(() -> isNull, () -> empty, () -> empty);
    return builder.caseOf(TEXT, operands);
  }

  /** Returns the text of a value as the key of a JSON object. */
  public Expression key(TypedExpression value) {
    return value.expression().type().kind() == TypeKind.CHAR ? output(value) : text(value);
  }

  private static boolean isPadded(TypedExpression value) {
    return value.type().type().name().equals("bpchar") && value.type().hasModifier();
  }

  /** Returns a value as functions read it: one of char(n) has its trailing blanks. */
  public Expression read(TypedExpression value) {
    return isPadded(value) ? padded(value, TypeKind.CHAR) : value.expression();
  }

  private Expression padded(TypedExpression value, TypeKind kind) {
    int length = TypeModifiers.length(value.type().modifier());
    return state.call(
        LengthLimits.class,
        "padCharacter",
        kind,
        value.expression(),
        ExpressionState.integer(length));
  }

  private static boolean isNull(Expression expression) {
    return expression instanceof Literal literal && literal.value() == null;
  }

  private Literal elementKind(Type array) {
    return ExpressionState.text(state.elementKind(array).name());
  }

  private Expression rowText(TypedExpression row) {
    requireFields(row);
    List<Expression> texts = new ArrayList<>();
    rows.of(row).forEach(field -> texts.add(output(field)));
    ScalarFunction function = variadic(RecordFunctions.class, "textOfRow", "text of row");
    return unlessNull(row.expression(), TEXT, builder.call(function, TEXT, texts));
  }

  /** Returns a function of any number of arguments that is called with NULLs. */
  private static ScalarFunction variadic(Class<?> owner, String name, String shown) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(name)) {
        return ScalarFunction.of(shown, method, false, false);
      }
    }
    throw new IllegalArgumentException("no such method: name=" + name);
  }

  /** A row that is NULL as a whole is not a row of NULLs. */
  Expression unlessNull(Expression row, TypeKind kind, Expression result) {
    if (row instanceof RowConstructor) {
      return result;
    }
    Expression isNull = builder.isNull(false, List.of(row));
    Expression nothing = new Literal(VectorType.of(kind), null);
    List<Supplier<Expression>> operands = List.of(() -> isNull, () -> nothing, () -> result);
    return builder.caseOf(kind, operands);
  }

  /** Returns a value as JSON; NULL for NULL. */
  public Expression json(TypedExpression value) {
    Type type = Types.baseOf(value.type().type());
    Expression expression = value.expression();
    if (RowFields.isRow(type)) {
      return rowJson(value);
    }
    if (type.isArray()) {
      Type element = elementOf(type);
      // An OID is a number here, and a string in JSON.
      boolean isMapped = isOfTexts(element) || Types.baseOf(element).kind() == TypeKind.OID;
      return state.call(
          JsonCreationFunctions.class,
          "ofArray",
          TypeKind.JSON,
          isMapped ? mapped(value, element, this::json) : expression,
          isMapped ? ExpressionState.text(TypeKind.JSON.name()) : elementKind(type));
    }
    if (isNull(expression)) {
      return new Literal(VectorType.of(TypeKind.JSON), null);
    }
    return switch (expression.type().kind()) {
      case JSON, JSONB -> expression;
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, NUMERIC ->
          ofText("plain", builder.cast(expression, TEXT));
      case DATE -> ofText("ofDate", expression);
      case TIMESTAMP -> ofText("ofTimestamp", expression);
      case TIMESTAMPTZ -> ofText("ofTimestamptz", expression);
      default -> ofText("quoted", output(value));
    };
  }

  private Expression ofText(String name, Expression text) {
    return state.call(JsonCreationFunctions.class, name, TypeKind.JSON, text);
  }

  /** Throws UNSUPPORTED if the types of the fields of a row are not known. */
  private void requireFields(TypedExpression row) {
    boolean isConstant =
        row.expression() instanceof RowConstructor || row.expression() instanceof Literal;
    boolean isKnown =
        isConstant || Types.baseOf(row.type().type()).isComposite() || !rows.fields(row).isEmpty();
    if (!isKnown) {
      throw Positions.unsupported(
          "the text of a row of type %s whose fields are not known".formatted(row.type().type()),
          row.position());
    }
  }

  private Expression rowJson(TypedExpression row) {
    requireFields(row);
    List<Expression> members = new ArrayList<>();
    List<TypedExpression> fields = rows.of(row);
    List<RowField> names = rows.fields(row);
    for (int i = 0; i < fields.size(); i++) {
      members.add(ofText("quoted", ExpressionState.text(names.get(i).name())));
      members.add(json(fields.get(i)));
    }
    ScalarFunction function = variadic(RecordFunctions.class, "objectOfRow", "object of row");
    return unlessNull(
        row.expression(), TypeKind.JSON, builder.call(function, TypeKind.JSON, members));
  }
}
