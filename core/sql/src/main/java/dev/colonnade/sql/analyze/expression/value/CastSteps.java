package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.call.ArrayConstructor;
import dev.colonnade.sql.expression.call.ArrayMapping;
import dev.colonnade.sql.function.library.ArrayCasts;
import dev.colonnade.sql.function.library.RecordFunctions;
import dev.colonnade.sql.function.library.RecordText;
import dev.colonnade.sql.function.library.temporal.TimeWithZoneFunctions;
import dev.colonnade.sql.function.library.text.BitStringFunctions;
import dev.colonnade.sql.function.scalar.BitStrings;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.LengthLimits;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.function.value.EnumLabelOrder;
import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeCategory;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Expressions of the steps of a coercion. */
final class CastSteps {
  private static final TypeKind TEXT_KIND = TypeKind.TEXT;

  /** Types whose cast to text has another result than their output. */
  private static final Set<TypeKind> CAST_TO_OTHER_TEXT =
      EnumSet.of(TypeKind.CHAR, TypeKind.BOOLEAN, TypeKind.INET, TypeKind.CIDR);

  private final ExpressionState state;
  private final ExpressionBuilder builder;
  private final DomainChecks domains;
  private final LiteralParser literals;
  private final TextForms texts;
  private final RowFields rows;

  CastSteps(ExpressionState state, TextForms texts, RowFields rows) {
    this.state = requireNonNull(state, "state is null");
    this.builder = state.builder();
    this.domains = new DomainChecks(state);
    this.literals = new LiteralParser(state, domains, this::rowOfLiteral);
    this.texts = requireNonNull(texts, "texts is null");
    this.rows = requireNonNull(rows, "rows is null");
  }

  /** Returns a value after all steps, as one of the type that they lead to. */
  TypedExpression apply(TypedExpression value, List<CastStep> steps, TypeReference target) {
    if (isUndecidedDomain(value, target)) {
      return with(value, read(value, target), target.type());
    }
    TypedExpression current = value;
    for (CastStep step : steps) {
      current =
          isNumberToBits(step)
              ? with(current, bits(current.expression(), target), target.type())
              : apply(current, step);
    }
    boolean isRow = RowFields.isRow(target.type());
    List<RowField> fields =
        !isRow
            ? List.of()
            : Types.baseOf(target.type()).isComposite()
                ? rows.fields(target.type())
                : rows.fields(value);
    return new TypedExpression(current.expression(), target, fields, value.position());
  }

  /** Returns whether a parameter becomes one of a domain, which checks its values. */
  private boolean isUndecidedDomain(TypedExpression value, TypeReference target) {
    return value.isUnknown()
        && target.type().isDomain()
        && value.expression() instanceof Parameter parameter
        && !state.statement().parameters().isLiteral(parameter.index());
  }

  private static boolean isNumberToBits(CastStep step) {
    return step instanceof CastStep.Convert(dev.colonnade.sql.registry.cast.CastEntry cast)
        && cast.target().kind() == TypeKind.BIT
        && cast.source().category() == TypeCategory.NUMERIC;
  }

  /** Returns the lowest bits of a number: as many as the type has, or one. */
  private Expression bits(Expression number, TypeReference target) {
    Expression value = builder.cast(number, TypeKind.BIGINT);
    int length = target.hasModifier() ? target.modifier() : 1;
    return state.call(
        BitStringFunctions.class, "ofLong", TypeKind.BIT, value, ExpressionState.integer(length));
  }

  private TypedExpression apply(TypedExpression value, CastStep step) {
    return switch (step) {
      case CastStep.ParseLiteral(TypeReference to) -> with(value, read(value, to), to.type());
      case CastStep.Relabel(Type to) -> with(value, relabeled(value, to), to);
      case CastStep.Convert(dev.colonnade.sql.registry.cast.CastEntry cast) ->
          with(value, converted(value, cast.target()), cast.target());
      case CastStep.ConvertText(Type from, Type to) ->
          with(value, throughText(value.at(value.position()), to), to);
      case CastStep.ConvertElements(Type to, List<CastStep> steps) ->
          with(value, elements(value, to, steps), to);
      case CastStep.Fit(TypeReference to, boolean isExplicit) ->
          new TypedExpression(
              fit(value.expression(), to, isExplicit), to, List.of(), value.position());
      case CastStep.CheckDomain(Type to) ->
          with(value, domains.checked(value.expression(), to), to);
      case CastStep.ConvertRow(Type to) -> row(value, to);
    };
  }

  private static TypedExpression with(TypedExpression value, Expression expression, Type type) {
    return TypedExpression.of(expression, TypeReference.of(type), value.position());
  }

  private Expression read(TypedExpression value, TypeReference to) {
    VectorType type = ExpressionState.vectorOf(to.type());
    return switch (value.expression()) {
      case Literal literal when literal.value() == null -> new Literal(type, null);
      case Literal literal -> {
        String text = String.valueOf(literal.value());
        Expression parsed = Positions.at(value.position(), () -> literals.parse(text, to));
        new FixedTexts(state, rows).record(text, value.position(), to);
        yield parsed;
      }
      case Parameter parameter -> decided(parameter, to, type, value.position());
      default -> builder.cast(value.expression(), type.kind());
    };
  }

  private Expression decided(Parameter parameter, TypeReference to, VectorType type, int position) {
    ParameterTypes parameters = state.statement().parameters();
    TypeReference known = parameters.find(parameter.index());
    if (known == null || known.type().isUnknown()) {
      parameters.decide(parameter.index(), TypeReference.of(to.type()));
    } else if (!known.type().equals(to.type())) {
      throw new ColonnadeException(
          ErrorCode.AMBIGUOUS_PARAMETER,
          "inconsistent types deduced for parameter $" + (parameter.index() + 1),
          dev.colonnade.error.ErrorFields.at(position + 1)
              .withDetail(known + " versus " + to.type()));
    }
    return checked(new Parameter(type, parameter.index(), parameter.sample()), to.type());
  }

  /** Returns a value from outside of the statement, as one of a type that may contain domains. */
  Expression checked(Expression value, Type type) {
    if (value instanceof Parameter parameter && isOfRows(type)) {
      return checked(rowOfParameter(parameter.index(), Types.baseOf(type)), type);
    }
    if (type.isDomain()) {
      return domains.checked(checked(value, Types.baseOf(type)), type);
    }
    TypeKind kind = type.kind();
    if (kind != null && isShort(kind)) {
      return shortened(value, kind);
    }
    if (type.form() == TypeForm.ENUM) {
      return label(value, type);
    }
    Type element = state.registry().types().elementOf(type);
    boolean isChecked =
        element != null
            && (element.form() == TypeForm.ENUM
                || domains.contains(element)
                || isShort(element.kind()));
    if (element == null || !isChecked) {
      return value;
    }
    VectorType vector = ExpressionState.vectorOf(element);
    return new ArrayMapping(value, vector, checked(new ColumnReference(vector, 0), element));
  }

  /** Returns whether values of a type are texts of a limited length, and cut without an error. */
  private static boolean isShort(@Nullable TypeKind kind) {
    return kind == TypeKind.NAME || kind == TypeKind.BYTE_CHAR;
  }

  /** Returns the row of a parameter, which is a text, or the rows of one of an array of texts. */
  private Expression rowOfParameter(int index, Type type) {
    TypeReference text = state.reference("text");
    Type element = state.registry().types().elementOf(type);
    if (element != null) {
      Parameter texts = new Parameter(VectorType.of(TypeKind.ARRAY), index);
      return mapped(
          TypedExpression.of(texts, text, TypedExpression.NO_POSITION),
          text.type(),
          state.coercions().explicit(text, TypeReference.of(element)),
          element);
    }
    Parameter whole = new Parameter(VectorType.of(TEXT_KIND), index);
    return throughText(
        TypedExpression.of(whole, text, TypedExpression.NO_POSITION), Types.baseOf(type));
  }

  private Expression relabeled(TypedExpression value, Type to) {
    TypeKind kind = ExpressionState.kindOf(to);
    Expression expression = value.expression();
    boolean isObject = kind == TypeKind.ARRAY || kind == TypeKind.UNKNOWN;
    if (isObject || expression.type().kind() == kind) {
      return expression;
    }
    return expression.type().kind().isText()
        ? shortened(texts.text(value), kind)
        : builder.cast(expression, kind);
  }

  /** Returns a text as one of another type of texts, some of which are shorter. */
  private Expression shortened(Expression text, TypeKind kind) {
    Expression whole = builder.cast(text, TypeKind.TEXT);
    return switch (kind) {
      case NAME -> state.call(Casts.class, "textToName", kind, whole);
      case BYTE_CHAR -> state.call(Casts.class, "textToByteChar", kind, whole);
      default -> builder.cast(whole, kind);
    };
  }

  private Expression converted(TypedExpression value, Type to) {
    TypeKind kind = ExpressionState.kindOf(to);
    Expression expression = value.expression();
    TypeKind from = expression.type().kind();
    if (kind == TypeKind.BYTE_CHAR && from == TypeKind.INTEGER) {
      return state.call(Casts.class, "intToByteChar", kind, expression);
    }
    if (kind == TypeKind.INTEGER && from == TypeKind.BYTE_CHAR) {
      return state.call(Casts.class, "byteCharToInt", kind, expression);
    }
    boolean isOther = from != kind && from.isText() && kind.isText();
    return Positions.at(
        value.position(),
        () -> isOther ? shortened(texts.text(value), kind) : builder.cast(expression, kind));
  }

  private Expression throughText(TypedExpression value, Type to) {
    Type element = state.registry().types().elementOf(to);
    LiteralParser.requireInput(element == null ? to : element);
    Expression text =
        CAST_TO_OTHER_TEXT.contains(value.expression().type().kind())
            ? texts.output(value)
            : texts.text(value);
    if (to.form() == TypeForm.ENUM) {
      return label(text, to);
    }
    if (to.isArray()) {
      return readElements(text, to, requireNonNull(element, "no element type"));
    }
    if (to.isComposite()) {
      return rowOfText(text, to);
    }
    TypeKind kind = ExpressionState.kindOf(to);
    if (kind == TypeKind.UNKNOWN) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "input of type %s is not supported".formatted(to));
    }
    return kind.isText() ? shortened(text, kind) : builder.cast(text, kind);
  }

  /** Returns a text as an array; texts of elements of other types than built-in ones are cast. */
  private Expression readElements(Expression text, Type to, Type element) {
    boolean isBuiltIn =
        element.form() != TypeForm.ENUM
            && !element.isComposite()
            && !domains.contains(element)
            && !isShort(element.kind())
            && !ExpressionState.isNamedReference(element);
    TypeKind read = isBuiltIn ? state.elementKind(to) : TEXT_KIND;
    Expression array =
        state.call(
            ArrayCasts.class,
            "textToArray",
            TypeKind.ARRAY,
            text,
            ExpressionState.text(read.name()));
    if (isBuiltIn) {
      return array;
    }
    TypeReference ofText = state.reference("text");
    return mapped(
        TypedExpression.of(array, ofText, TypedExpression.NO_POSITION),
        ofText.type(),
        state.coercions().explicit(ofText, TypeReference.of(element)),
        element);
  }

  /** Returns an array whose elements are those of another one after steps. */
  private Expression mapped(TypedExpression array, Type from, List<CastStep> steps, Type to) {
    VectorType vector = ExpressionState.vectorOf(from);
    TypedExpression element =
        new TypedExpression(
            new ColumnReference(vector, 0),
            TypeReference.of(from),
            array.fields(),
            TypedExpression.NO_POSITION);
    return new ArrayMapping(array.expression(), vector, element(element, steps, to));
  }

  /** Returns an element after steps; one of char(n) has its trailing blanks. */
  private Expression element(TypedExpression value, List<CastStep> steps, Type to) {
    TypedExpression changed = apply(value, steps, TypeReference.of(to));
    for (CastStep step : steps) {
      if (step instanceof CastStep.Fit(TypeReference fitted, _)
          && fitted.type().name().equals("bpchar")) {
        changed = TypedExpression.of(changed.expression(), fitted, value.position());
      }
    }
    return texts.read(changed);
  }

  /** Returns a text as a label, which it must be. */
  private Expression label(Expression text, Type type) {
    Literal labels = labels(state, type);
    Expression position =
        state.call(EnumLabelOrder.class, "position", TypeKind.INTEGER, labels, text);
    return state.call(EnumLabelOrder.class, "label", TypeKind.TEXT, labels, position);
  }

  /** Returns the labels of an enum as {@link EnumLabelOrder} encodes them. */
  static Literal labels(ExpressionState state, Type type) {
    EnumType found = CatalogTypes.enumOf(state.statement().names(), Types.baseOf(type));
    if (found == null) {
      throw new IllegalArgumentException("no enum: type=" + type);
    }
    List<String> labels = found.labels().stream().map(EnumLabel::label).toList();
    return ExpressionState.text(EnumLabelOrder.text(type.sqlName(), labels));
  }

  private Expression elements(TypedExpression array, Type to, List<CastStep> steps) {
    Type from = Types.baseOf(array.type().type());
    Type element = requireNonNull(state.registry().types().elementOf(from), "no element type");
    Type target = requireNonNull(state.registry().types().elementOf(to), "no element type");
    Expression expression = array.expression();
    if (steps.isEmpty() || (expression instanceof Literal literal && literal.value() == null)) {
      return expression;
    }
    List<Expression> parts = constantElements(expression, element);
    if (parts != null) {
      List<Expression> changed = new ArrayList<>();
      for (Expression part : parts) {
        TypedExpression value =
            TypedExpression.of(part, TypeReference.of(element), array.position());
        changed.add(element(value, steps, target));
      }
      return shaped(expression, changed);
    }
    boolean isFit = steps.stream().anyMatch(step -> step instanceof CastStep.Fit);
    if (isFit
        || ExpressionState.isNamedReference(element)
        || ExpressionState.isNamedReference(target)
        || target.form() == TypeForm.ENUM
        || isShort(target.kind())
        || RowFields.isRow(target)
        || RowFields.isRow(element)
        || ExpressionState.kindOf(element).isNamedReference()
        || domains.contains(target)
        || Types.baseOf(element).isArray()) {
      return mapped(array, element, steps, target);
    }
    return state.call(
        ArrayCasts.class,
        "castArray",
        TypeKind.ARRAY,
        expression,
        ExpressionState.text(ExpressionState.kindOf(element).name()),
        ExpressionState.text(ExpressionState.kindOf(target).name()));
  }

  /** Returns an array of these elements with the shape of another. */
  private Expression shaped(Expression array, List<Expression> elements) {
    ArrayShape shape =
        array instanceof Literal literal && literal.value() instanceof List<?> list
            ? ArrayValue.shapeOf(list)
            : ArrayShape.EMPTY;
    return literals.array(shape, elements);
  }

  /** Returns the elements of an array that is written in the statement; null for others. */
  private static @Nullable List<Expression> constantElements(Expression array, Type element) {
    if (array instanceof ArrayConstructor constructor) {
      return constructor.operands();
    }
    if (!(array instanceof Literal literal && literal.value() instanceof List<?> list)) {
      return null;
    }
    List<Expression> found = new ArrayList<>();
    for (Object item : list) {
      found.add(new Literal(ExpressionState.vectorOf(element), item));
    }
    return found;
  }

  private Expression fit(Expression value, TypeReference to, boolean isExplicit) {
    int modifier = to.modifier();
    int length = TypeModifiers.length(modifier);
    Literal limit = ExpressionState.integer(length);
    return switch (to.type().name()) {
      case "numeric" -> {
        int precision = TypeModifiers.precision(modifier);
        int scale = TypeModifiers.scale(modifier);
        yield state.call(
            CheckedArithmetic.class,
            "fitDecimal",
            TypeKind.NUMERIC,
            value,
            ExpressionState.integer(precision),
            ExpressionState.integer(scale));
      }
      case "varchar" ->
          isExplicit
              ? state.call(Texts.class, "fitText", TypeKind.VARCHAR, value, limit)
              : state.call(LengthLimits.class, "requireVarying", TypeKind.VARCHAR, value, limit);
      case "bpchar" ->
          state.call(
              LengthLimits.class,
              isExplicit ? "cutCharacter" : "requireCharacter",
              TypeKind.CHAR,
              value,
              limit);
      case "time", "timestamp", "timestamptz" ->
          state.call(
              DateTimeFunctions.class,
              to.type().name().equals("time") ? "fitMicros" : "fitTimestamp",
              ExpressionState.kindOf(to.type()),
              value,
              ExpressionState.integer(modifier));
      case "timetz" ->
          state.call(
              TimeWithZoneFunctions.class,
              "fit",
              TypeKind.TIMETZ,
              value,
              ExpressionState.integer(modifier));
      case "bit" ->
          state.call(
              BitStrings.class,
              isExplicit ? "fitBits" : "requireBits",
              TypeKind.BIT,
              value,
              ExpressionState.integer(modifier));
      case "varbit" ->
          state.call(
              BitStrings.class,
              isExplicit ? "cutBits" : "requireVaryingBits",
              TypeKind.VARBIT,
              value,
              ExpressionState.integer(modifier));
      case "interval" ->
          state.call(
              LengthLimits.class,
              "fitInterval",
              TypeKind.INTERVAL,
              value,
              ExpressionState.integer(modifier));
      default ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "type %s is not supported".formatted(to));
    };
  }

  /** Returns the row of a text in a statement. */
  private Expression rowOfLiteral(String text, Type type) {
    List<RowField> fields = requireFields(type);
    List<@Nullable String> texts = RecordText.parse(text, fields.size());
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      values.add(fieldOf(ExpressionState.text(texts.get(i)), "unknown", fields.get(i)));
    }
    return builder.row(values);
  }

  /** Returns the row of a text that an execution computes. */
  private Expression rowOfText(Expression text, Type type) {
    List<RowField> fields = requireFields(type);
    Expression texts =
        state.call(
            RecordFunctions.class,
            "fieldsOfText",
            TypeKind.UNKNOWN,
            text,
            ExpressionState.integer(fields.size()));
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      Expression field = builder.field(texts, i, TEXT_KIND, fields.get(i).name());
      values.add(fieldOf(field, "text", fields.get(i)));
    }
    return this.texts.unlessNull(text, TypeKind.UNKNOWN, builder.row(values));
  }

  private List<RowField> requireFields(Type type) {
    List<RowField> fields = rows.fields(type);
    if (fields.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "input of type %s is not supported".formatted(type));
    }
    return fields;
  }

  /** Returns a text as the input of a type reads it. */
  Expression input(Expression text, TypeReference target) {
    return fieldOf(text, "text", new RowField("", target));
  }

  /** Returns the text of a field as one of the field's type: too long a text is an error. */
  private Expression fieldOf(Expression text, String typeName, RowField field) {
    TypedExpression value =
        TypedExpression.of(text, state.reference(typeName), TypedExpression.NO_POSITION);
    List<CastStep> steps = new ArrayList<>(state.coercions().explicit(value.type(), field.type()));
    steps.replaceAll(CastSteps::ofInput);
    return apply(value, steps, field.type()).expression();
  }

  /** Returns a step that fails where an explicit cast would cut a value or an element. */
  private static CastStep ofInput(CastStep step) {
    if (step instanceof CastStep.ConvertElements(Type to, List<CastStep> steps)) {
      return new CastStep.ConvertElements(to, steps.stream().map(CastSteps::ofInput).toList());
    }
    return step instanceof CastStep.Fit(TypeReference to, _) ? new CastStep.Fit(to, false) : step;
  }

  /** Returns whether clients know values of a type as texts only: rows and arrays of rows. */
  private boolean isOfRows(Type type) {
    Type base = Types.baseOf(type);
    Type element = state.registry().types().elementOf(base);
    return Types.baseOf(element == null ? base : element).isComposite();
  }

  private TypedExpression row(TypedExpression row, Type to) {
    List<RowField> targets = rows.fields(to);
    if (to.oid() == dev.colonnade.sql.registry.type.TypeOids.RECORD || targets.isEmpty()) {
      return new TypedExpression(
          row.expression(), TypeReference.of(to), rows.fields(row), row.position());
    }
    List<TypedExpression> fields = rows.of(row);
    if (fields.size() != targets.size()) {
      throw Positions.at(row.position(), () -> wrongCount(row, to, fields.size() < targets.size()));
    }
    List<Expression> changed = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      changed.add(field(fields.get(i), targets.get(i).type()).expression());
    }
    return new TypedExpression(
        texts.unlessNull(row.expression(), TypeKind.UNKNOWN, builder.row(changed)),
        TypeReference.of(to),
        targets,
        row.position());
  }

  private TypedExpression field(TypedExpression value, TypeReference target) {
    return apply(value, state.coercions().explicit(value.type(), target), target);
  }

  private static ColonnadeException wrongCount(TypedExpression row, Type to, boolean isShort) {
    throw new ColonnadeException(
        ErrorCode.CANNOT_COERCE,
        "cannot cast type %s to %s".formatted(row.type().type(), to),
        dev.colonnade.error.ErrorFields.NONE.withDetail(
            isShort ? "Input has too few columns." : "Input has too many columns."));
  }
}
