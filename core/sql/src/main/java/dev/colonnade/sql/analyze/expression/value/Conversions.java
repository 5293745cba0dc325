package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.call.ArrayMapping;
import dev.colonnade.sql.function.scalar.LengthLimits;
import dev.colonnade.sql.registry.cast.CastContext;
import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.resolve.ResolvedArgument;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversions of typed values to other types. */
public final class Conversions {
  private static final int NO_POSITION = TypedExpression.NO_POSITION;

  private final ExpressionState state;
  private final RowFields rows;
  private final TextForms texts;
  private final CastSteps steps;
  private final Nestings nestings;
  private final ComparableTypes comparable;

  public Conversions(ExpressionState state) {
    this.state = requireNonNull(state, "state is null");
    this.rows = new RowFields(state);
    this.texts = new TextForms(state, rows);
    this.steps = new CastSteps(state, texts, rows);
    this.nestings = new Nestings(state, rows);
    this.comparable = new ComparableTypes(state, rows);
  }

  /** Returns the fields of rows. */
  public RowFields rows() {
    return rows;
  }

  /** Returns the types whose values can be compared. */
  public ComparableTypes comparable() {
    return comparable;
  }

  /** Returns the types inside of arrays and rows. */
  public Nestings nestings() {
    return nestings;
  }

  /** Returns the texts of values. */
  public TextForms texts() {
    return texts;
  }

  /** Returns a value after the steps of a coercion to a type. */
  public TypedExpression apply(TypedExpression value, List<CastStep> list, TypeReference target) {
    return nestings.typed(steps.apply(value, list, target));
  }

  /** Returns a value from outside of the statement, as one of a type that may contain domains. */
  Expression checked(Expression value, Type type) {
    return steps.checked(value, type);
  }

  /** Returns an argument as the resolution of its call needs it. */
  public TypedExpression argument(TypedExpression value, ResolvedArgument resolved) {
    TypeReference target =
        resolved.steps().isEmpty() ? value.type() : TypeReference.of(resolved.type());
    return resolved.steps().isEmpty() ? value : apply(value, resolved.steps(), target);
  }

  /** Returns a value of unknown type as one of {@code text}; other values as they are. */
  public TypedExpression decided(TypedExpression value) {
    return value.isUnknown() ? convert(value, state.reference("text")) : value;
  }

  /** Returns the value of an explicit CAST. */
  public TypedExpression cast(TypedExpression value, TypeReference target) {
    return cast(value, target, value.position());
  }

  /** Variant of {@link #cast(TypedExpression, TypeReference)} whose errors have a position. */
  public TypedExpression cast(TypedExpression value, TypeReference target, int position) {
    if (isPolymorphicOf(value, target)) {
      return value;
    }
    List<CastStep> found =
        Positions.at(position, () -> state.coercions().explicit(value.type(), target));
    return apply(value, found, target);
  }

  /** Returns whether a type stands for the type of a value, which keeps it. */
  private static boolean isPolymorphicOf(TypedExpression value, TypeReference target) {
    boolean isArray = Types.baseOf(value.type().type()).isArray();
    return !value.isUnknown()
        && (target.type().oid() == TypeOids.ANYELEMENT
            || (target.type().oid() == TypeOids.ANYARRAY && isArray));
  }

  /** Returns a value as one of a column. */
  public TypedExpression assign(String column, TypedExpression value, TypeReference target) {
    List<CastStep> found =
        Positions.at(
            value.position(), () -> state.coercions().assignment(column, value.type(), target));
    return apply(value, found, target);
  }

  /** Returns a value as one of a type; null if there is no cast for assignments. */
  public @Nullable TypedExpression findAssigned(TypedExpression value, TypeReference target) {
    List<CastStep> found = state.coercions().find(value.type(), target, CastContext.ASSIGNMENT);
    return found == null ? null : apply(value, found, target);
  }

  /** Returns a text as the input of a type reads it: too long a text is an error. */
  public Expression input(Expression text, TypeReference target) {
    return steps.input(text, target);
  }

  /** Returns the subscript of an array as an integer. */
  public TypedExpression subscript(TypedExpression index) {
    TypedExpression found = findAssigned(index, state.reference("int4"));
    if (found == null) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH, "array subscript must have type integer", index.position());
    }
    return found;
  }

  /** Returns a value as one of a type to which it has an implicit cast. */
  public TypedExpression convert(TypedExpression value, TypeReference target) {
    if (value.type().equals(target) && !value.isUnknown()) {
      return value;
    }
    List<CastStep> found = state.coercions().find(value.type(), target, CastContext.IMPLICIT);
    if (found == null) {
      throw Positions.error(
          ErrorCode.CANNOT_COERCE,
          "cannot cast type %s to %s".formatted(value.type().type(), target.type()),
          value.position());
    }
    return apply(value, found, target);
  }

  /**
   * Returns a value as the type that its context demands.
   *
   * @param what as in "argument of WHERE"
   */
  public Expression operand(String what, TypedExpression value, String typeName) {
    Type type = state.type(typeName);
    List<CastStep> found =
        Positions.at(
            value.position(), () -> state.coercions().operand(what, value.type().type(), type));
    return apply(value, found, TypeReference.of(type)).expression();
  }

  /** Returns the common type of values; the error has the position of the value that differs. */
  public TypeReference common(String what, List<TypedExpression> values) {
    List<TypeReference> types = values.stream().map(TypedExpression::type).toList();
    try {
      return state.commonTypes().resolve(what, types);
    } catch (ColonnadeException e) {
      int position = positionOfMismatch(what, values);
      return Positions.at(
          position,
          () -> {
            throw e;
          });
    }
  }

  /** Returns the position of the first value with which there is no common type. */
  private int positionOfMismatch(String what, List<TypedExpression> values) {
    for (int i = 2; i <= values.size(); i++) {
      try {
        state
            .commonTypes()
            .resolve(what, values.subList(0, i).stream().map(TypedExpression::type).toList());
      } catch (ColonnadeException e) {
        return values.get(i - 1).position();
      }
    }
    return values.getFirst().position();
  }

  /** Returns values as their common type. */
  public List<TypedExpression> toCommon(List<TypedExpression> values, TypeReference common) {
    return values.stream().map(value -> merged(value, common)).toList();
  }

  /**
   * Returns a value as one of the common type of several values, which become one column: a value
   * of char(n) has its trailing blanks where the common type has no length.
   */
  public TypedExpression merged(TypedExpression value, TypeReference common) {
    TypedExpression converted = convert(value, common);
    boolean losesLength =
        value.type().type().equals(common.type())
            && value.type().hasModifier()
            && !common.hasModifier();
    return losesLength
        ? new TypedExpression(texts.read(value), common, converted.fields(), converted.position())
        : converted;
  }

  /**
   * Returns the position of an enum's label in the catalog: the order of its values. Returns the
   * positions of an array's labels for arrays of an enum.
   */
  public Expression enumPosition(Expression label, Type type) {
    if (RowFields.isRow(type)) {
      return ordered(TypedExpression.of(label, TypeReference.of(type), NO_POSITION));
    }
    Type element = enumElement(type);
    if (element != null) {
      VectorType text = ExpressionState.vectorOf(element);
      return new ArrayMapping(label, text, enumPosition(new ColumnReference(text, 0), element));
    }
    return state.call(
        dev.colonnade.sql.function.value.EnumLabelOrder.class,
        "position",
        TypeKind.INTEGER,
        CastSteps.labels(state, type),
        label);
  }

  /**
   * Returns a call of a function of the labels of the enum of an argument.
   *
   * @param method of {@code EnumLabelOrder}
   */
  public Expression ofEnumLabels(String method, List<TypedExpression> arguments, Type result) {
    List<Expression> values = new ArrayList<>();
    values.add(CastSteps.labels(state, arguments.getFirst().type().type()));
    arguments.forEach(argument -> values.add(argument.expression()));
    return state
        .builder()
        .call(
            ExpressionState.scalar(
                dev.colonnade.sql.function.value.EnumLabelOrder.class, method, method, false),
            ExpressionState.kindOf(result),
            values);
  }

  /** Returns the label at a position of an enum, or the labels at positions. */
  public Expression enumLabel(Expression position, Type type) {
    Type element = enumElement(type);
    if (element != null) {
      VectorType integer = VectorType.of(TypeKind.INTEGER);
      return new ArrayMapping(
          position, integer, enumLabel(new ColumnReference(integer, 0), element));
    }
    return state.call(
        dev.colonnade.sql.function.value.EnumLabelOrder.class,
        "label",
        TypeKind.TEXT,
        CastSteps.labels(state, type),
        position);
  }

  /** Returns whether a type has arrays of char(n), whose elements have their trailing blanks. */
  public boolean hasPaddedElements(Type type) {
    Type element = state.registry().types().elementOf(Types.baseOf(type));
    return element != null && Types.baseOf(element).name().equals("bpchar");
  }

  /** Returns an array of char(n) with elements as they are compared: without trailing blanks. */
  public Expression withoutBlanks(Expression array) {
    VectorType text = VectorType.of(TypeKind.CHAR);
    return state
        .builder()
        .fold(new ArrayMapping(array, text, withoutBlanksOfText(new ColumnReference(text, 0))));
  }

  /** Returns a value of char(n) without trailing blanks. */
  public Expression withoutBlanksOfText(Expression value) {
    return state.call(LengthLimits.class, "withoutBlanks", TypeKind.CHAR, value);
  }

  /** Returns whether a type is an enum. */
  public static boolean isEnum(Type type) {
    return Types.baseOf(type).form() == TypeForm.ENUM;
  }

  /** Returns whether values of a type are ordered by the positions of labels. */
  public boolean isOrderedByLabels(Type type) {
    boolean isOfLabels =
        Types.baseOf(type).isComposite()
            && rows.fields(type).stream().anyMatch(field -> isOrderedByLabels(field.type().type()));
    return isOfLabels || isEnum(type) || enumElement(type) != null;
  }

  /** Returns the enum of which a type has arrays; null for other types. */
  private @Nullable Type enumElement(Type type) {
    Type element = state.registry().types().elementOf(Types.baseOf(type));
    return element != null && isOrderedByLabels(element) ? element : null;
  }

  /** Variant of {@link #isOrderedByLabels(Type)} of a value, whose fields may be known. */
  public boolean isOrderedByLabels(TypedExpression value) {
    return RowFields.isRow(value.type().type())
        ? rows.of(value).stream().anyMatch(this::isOrderedByLabels)
        : isOrderedByLabels(value.type().type());
  }

  /** Returns the positions of labels, in a row as well. */
  public Expression ordered(TypedExpression value) {
    if (!RowFields.isRow(value.type().type())) {
      return enumPosition(value.expression(), value.type().type());
    }
    List<Expression> fields = new ArrayList<>();
    for (TypedExpression field : rows.of(value)) {
      fields.add(isOrderedByLabels(field) ? ordered(field) : field.expression());
    }
    return texts.unlessNull(value.expression(), TypeKind.UNKNOWN, state.builder().row(fields));
  }

  /** Returns the representation of {@link #enumPosition}. */
  public VectorType positionType(Type type) {
    return VectorType.of(isEnum(type) ? TypeKind.INTEGER : TypeKind.ARRAY);
  }

  /** Returns whether a value is a string or NULL without a type. */
  public static boolean isUntypedLiteral(TypedExpression value) {
    return value.isUnknown() && value.expression() instanceof Literal;
  }

  /** Returns whether a value is a parameter without a type. */
  public static boolean isUntypedParameter(TypedExpression value) {
    return value.isUnknown() && value.expression() instanceof Parameter;
  }
}
