package dev.colonnade.sql.analyze.expression.invoke;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.call.ArrayMapping;
import dev.colonnade.sql.expression.call.EqualForm;
import dev.colonnade.sql.expression.call.VariadicCall;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.function.interval.IntervalModifier;
import dev.colonnade.sql.function.library.array.ArraySearchFunctions;
import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.implementation.ArgumentForm;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.resolve.FunctionResolution;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Builder of the expressions of resolved calls and operators. */
public final class Invocations {
  /** Least modifier of numeric; lesser ones are ignored. */
  private static final int NUMERIC_MODIFIER_MIN = 4;

  private static final int MICROS_DIGITS = 6;

  /** Functions and operators that compare elements of arrays. */
  private static final Set<String> SEARCHES =
      Set.of("array_position", "array_positions", "@>", "<@", "&&");

  /** Functions that change elements of arrays, by their names, in variants with forms. */
  private static final Map<String, String> CHANGES =
      Map.of("array_remove", "removeByForm", "array_replace", "replaceByForm");

  private final ExpressionState state;
  private final ExpressionBuilder builder;
  private final Conversions conversions;
  private final Comparisons comparisons;
  private final SequenceCalls sequences;
  private final JsonRecords jsonRecords;

  public Invocations(ExpressionState state, Conversions conversions) {
    this.state = requireNonNull(state, "state is null");
    this.builder = state.builder();
    this.conversions = requireNonNull(conversions, "conversions is null");
    this.comparisons = new Comparisons(state, conversions);
    this.sequences = new SequenceCalls(state);
    this.jsonRecords = new JsonRecords(state, conversions);
  }

  /** Returns the comparisons of values. */
  public Comparisons comparisons() {
    return comparisons;
  }

  /**
   * Returns the expression of a call.
   *
   * @param shown the function or operator in messages
   * @param arguments which have the types of the parameters
   * @param result type of the call
   */
  public Expression invoke(
      Supplier<String> shown,
      Implementation implementation,
      List<TypedExpression> arguments,
      Type result) {
    return switch (implementation) {
      case Implementation.Absent _ ->
          throw new ColonnadeException(ErrorCode.UNSUPPORTED, shown.get() + " is not supported");
      case Implementation.Method method -> method(method, arguments, result);
      case Implementation.Negation(Implementation of) ->
          builder.test(Test.NOT, invoke(shown, of, arguments, result));
      case Implementation.Comparison(String operator) ->
          comparisons.compare(
              Comparisons.operator(operator), arguments.getFirst(), arguments.getLast());
      case Implementation.EnumLabels(String name) ->
          conversions.ofEnumLabels(name, arguments, result);
      case Implementation.Same _ -> arguments.getFirst().expression();
      case Implementation.Cast _ ->
          conversions.cast(arguments.getFirst(), TypeReference.of(result)).expression();
      case Implementation.Fit _ -> fit(arguments, result);
      case Implementation.Sequence(String name) -> sequences.call(name, arguments);
      case Implementation.JsonRecord(String name) -> jsonRecords.populate(name, arguments);
      case Implementation.Aggregate(String name) ->
          throw new IllegalStateException("aggregate as a function: name=" + name);
      case Implementation.Window(String name) ->
          throw new IllegalStateException("window function as a function: name=" + name);
    };
  }

  /** Returns a call of a function that has no name in SQL. */
  public TypedExpression internal(String name, List<TypedExpression> arguments, int position) {
    return dev.colonnade.sql.analyze.expression.value.Positions.at(
        position,
        () -> {
          FunctionResolution.Call call =
              state
                  .functions()
                  .internal(name, arguments.stream().map(value -> value.type().type()).toList());
          List<TypedExpression> values = new ArrayList<>();
          for (int i = 0; i < arguments.size(); i++) {
            values.add(conversions.argument(arguments.get(i), call.arguments().get(i)));
          }
          Expression value =
              invoke(() -> name, call.entry().implementation(), values, call.result());
          return TypedExpression.of(value, TypeReference.of(call.result()), position);
        });
  }

  private Expression method(
      Implementation.Method method, List<TypedExpression> arguments, Type result) {
    if (!method.forms().isEmpty() && method.form(0) instanceof ArgumentForm.TypeName) {
      long oid = arguments.getFirst().type().type().oid();
      return builder.literal(TypeKind.REGTYPE, oid);
    }
    List<Expression> values = new ArrayList<>();
    boolean isOperator = !Character.isLetter(method.function().name().charAt(0));
    Nesting element =
        SEARCHES.contains(method.function().name()) || CHANGES.containsKey(method.function().name())
            ? elementOf(arguments.getFirst())
            : Nesting.PLAIN;
    for (int i = 0; i < arguments.size(); i++) {
      Expression value = argument(method.form(i), arguments.get(i), isOperator);
      values.add(value);
    }
    while (values.size() < method.parameterCount()
        && !method.function().isStrict()
        && !isVariadic(method)) {
      values.add(new Literal(VectorType.of(TypeKind.TEXT), null));
    }
    if (element.isPlain()) {
      return builder.call(method.function(), ExpressionState.kindOf(result), values);
    }
    String change = CHANGES.get(method.function().name());
    return change == null
        ? builder.call(method.function(), ExpressionState.kindOf(result), forms(values, element))
        : change(change, values, element);
  }

  /** Returns the nesting of the elements of an array, or of a value that is no array. */
  private Nesting elementOf(TypedExpression value) {
    Nesting nesting = conversions.nestings().of(value.type().type());
    return nesting.kind() == TypeKind.ARRAY ? nesting.part(0) : nesting;
  }

  /** Returns arrays and elements in the forms that functions compare. */
  private List<Expression> forms(List<Expression> values, Nesting element) {
    List<Expression> forms = new ArrayList<>(values.size());
    for (Expression value : values) {
      boolean isArray = value.type().kind() == TypeKind.ARRAY;
      boolean isElement = value.type().kind() == element.kind();
      forms.add(
          isArray || isElement
              ? builder.fold(new EqualForm(value, isArray ? Nesting.arrayOf(element) : element))
              : value);
    }
    return forms;
  }

  /** Returns an array with other elements in place of those that are equal to a value. */
  private Expression change(String method, List<Expression> arguments, Nesting element) {
    List<Expression> values = new ArrayList<>();
    values.add(arguments.getFirst());
    values.addAll(forms(arguments.subList(0, 2), element));
    values.addAll(arguments.subList(2, arguments.size()));
    return builder.call(
        ExpressionState.scalar(ArraySearchFunctions.class, method, method, false),
        TypeKind.ARRAY,
        values);
  }

  /**
   * Returns the call of a function of any arguments, the last of which are the elements of an
   * array.
   *
   * @param arguments whose last one is the array
   */
  public Expression spread(
      Implementation.Method method, List<TypedExpression> arguments, Type element, Type result) {
    TypedExpression array = arguments.getLast();
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i < arguments.size() - 1; i++) {
      values.add(argument(method.form(i), arguments.get(i), false));
    }
    VectorType vector = ExpressionState.vectorOf(element);
    TypedExpression item =
        new TypedExpression(
            new ColumnReference(vector, 0),
            TypeReference.of(element),
            array.fields(),
            array.position());
    Expression form = argument(method.form(values.size()), item, false);
    values.add(new ArrayMapping(array.expression(), vector, form));
    boolean isNullOfNull = !method.function().name().equals("format");
    return new VariadicCall(
        VectorType.of(ExpressionState.kindOf(result)), method.function(), values, isNullOfNull);
  }

  private static boolean isVariadic(Implementation.Method method) {
    return method.function().toString().contains("[L");
  }

  private Expression argument(ArgumentForm form, TypedExpression value, boolean isOperator) {
    return switch (form) {
      case ArgumentForm.Value _ -> conversions.texts().read(value);
      case ArgumentForm.Cast(Type type) ->
          conversions.cast(value, TypeReference.of(type)).expression();
      case ArgumentForm.Text _ ->
          isOperator ? conversions.texts().text(value) : conversions.texts().output(value);
      case ArgumentForm.TextElements _ -> textElements(value);
      case ArgumentForm.Json _ -> conversions.texts().json(value);
      case ArgumentForm.TypeName _ -> ExpressionState.text(value.type().type().sqlName());
    };
  }

  private Expression textElements(TypedExpression array) {
    Type element =
        state
            .registry()
            .types()
            .elementOf(dev.colonnade.sql.registry.type.Types.baseOf(array.type().type()));
    TypeKind kind = element == null ? TypeKind.TEXT : ExpressionState.kindOf(element);
    return kind == TypeKind.TEXT || kind == TypeKind.CHAR
        ? array.expression()
        : conversions.cast(array, state.reference("_text")).expression();
  }

  /**
   * Returns whether a modifier of a function call has no effect; INTERNAL if it is one of intervals
   * with unknown fields.
   */
  private static boolean isIgnored(Type type, int modifier) {
    if (type.name().equals("interval") && modifier >= 0) {
      new IntervalModifier(modifier).requireFields();
    }
    boolean isTimestamp = type.name().equals("timestamp") || type.name().equals("timestamptz");
    if (isTimestamp && (modifier < -1 || modifier > MICROS_DIGITS)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "timestamp(%d) precision must be between 0 and %d".formatted(modifier, MICROS_DIGITS));
    }
    return type.name().equals("numeric") && modifier < NUMERIC_MODIFIER_MIN;
  }

  /** Returns a value fitted to a modifier that is a constant. */
  private Expression fit(List<TypedExpression> arguments, Type result) {
    TypedExpression value = arguments.getFirst();
    if (!(arguments.get(1).expression() instanceof Literal literal
        && literal.value() instanceof Number modifier)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "function %s of a variable modifier is not supported".formatted(result));
    }
    boolean isExplicit =
        arguments.size() > 2
            && arguments.get(2).expression() instanceof Literal flag
            && Boolean.TRUE.equals(flag.value());
    if (isIgnored(result, modifier.intValue())) {
      return value.expression();
    }
    TypeReference target = new TypeReference(result, modifier.intValue());
    return target.hasModifier()
        ? conversions
            .apply(value, List.of(new CastStep.Fit(target, isExplicit)), target)
            .expression()
        : value.expression();
  }
}
