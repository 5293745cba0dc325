package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.invoke.Invocations;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.registry.function.Parameter;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.resolve.FunctionResolution;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arguments and expressions of resolved calls. */
final class CallResolver {
  private final ExpressionState state;
  private final Conversions conversions;
  private final Invocations invocations;

  CallResolver(ExpressionState state, Conversions conversions, Invocations invocations) {
    this.state = requireNonNull(state, "state is null");
    this.conversions = requireNonNull(conversions, "conversions is null");
    this.invocations = requireNonNull(invocations, "invocations is null");
  }

  /** Returns a call with arguments that have the types of the parameters. */
  ResolvedCall resolved(
      String name, FunctionResolution.Call call, List<TypedExpression> arguments) {
    List<TypedExpression> converted = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      converted.add(conversions.argument(arguments.get(i), call.arguments().get(i)));
    }
    return ResolvedCall.of(name, call, converted);
  }

  /** Returns the value of a call of a function, or the list that a set-returning one returns. */
  Expression expression(ResolvedCall call, boolean isVariadic) {
    if (isVariadic
        && call.entry().isVariadicAny()
        && call.entry().implementation() instanceof Implementation.Method method) {
      return invocations.spread(method, call.arguments(), elementOfLast(call), call.result());
    }
    return invocations.invoke(
        () -> "function " + call.shown(),
        call.entry().implementation(),
        byRank(call, parameters(call)),
        call.entry().result().isSet() ? state.type("_text") : call.result());
  }

  /** Returns labels of enums as their positions for the function that compares its arguments. */
  private List<TypedExpression> byRank(ResolvedCall call, List<TypedExpression> arguments) {
    boolean isOfLabels =
        call.entry().name().equals("width_bucket")
            && arguments.size() == 2
            && Conversions.isEnum(arguments.getFirst().type().type());
    if (!isOfLabels) {
      return arguments;
    }
    List<TypedExpression> positions = new ArrayList<>();
    for (TypedExpression argument : arguments) {
      Type type = argument.type().type();
      positions.add(
          TypedExpression.of(
              conversions.enumPosition(argument.expression(), type),
              state.reference(Conversions.isEnum(type) ? "int4" : "_int4"),
              argument.position()));
    }
    return positions;
  }

  /** Returns the arguments in the order of the parameters, defaults and arrays included. */
  private List<TypedExpression> parameters(ResolvedCall call) {
    List<Parameter> inputs = call.entry().inputs();
    if (call.entry().isVariadicAny()) {
      return call.arguments();
    }
    int count = call.resolution().variadicCount();
    int fixed = call.arguments().size() - count;
    @Nullable TypedExpression[] values = new @Nullable TypedExpression[inputs.size()];
    for (int i = 0; i < fixed; i++) {
      values[call.resolution().positions().get(i)] = call.arguments().get(i);
    }
    if (count > 0) {
      values[inputs.size() - 1] = array(call.arguments().subList(fixed, call.arguments().size()));
    }
    List<TypedExpression> found = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      TypedExpression value = values[i];
      found.add(value == null ? byDefault(inputs.get(i)) : value);
    }
    return found;
  }

  private TypedExpression array(List<TypedExpression> elements) {
    Type element = elements.getFirst().type().type();
    Type array = state.registry().types().arrayOf(element);
    if (array == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "could not find array type for data type " + element);
    }
    Expression value =
        state.builder().array(elements.stream().map(TypedExpression::expression).toList());
    return TypedExpression.of(value, TypeReference.of(array), elements.getFirst().position());
  }

  /** Returns the type of the elements of the array behind VARIADIC. */
  private Type elementOfLast(ResolvedCall call) {
    Type array =
        dev.colonnade.sql.registry.type.Types.baseOf(call.arguments().getLast().type().type());
    Type element = state.registry().types().elementOf(array);
    return element == null ? state.type("text") : element;
  }

  private TypedExpression byDefault(Parameter parameter) {
    String text = parameter.defaultText();
    boolean isNull = text == null || text.equals(Parameter.NULL);
    TypedExpression literal =
        TypedExpression.of(
            ExpressionState.text(isNull ? null : text),
            state.reference("unknown"),
            TypedExpression.NO_POSITION);
    return conversions.convert(literal, TypeReference.of(parameter.type()));
  }

  /** Returns the columns that a function returns; empty if its result is no row. */
  List<RowField> fields(ResolvedCall call) {
    List<RowField> fields = new ArrayList<>();
    for (Parameter parameter : call.entry().parameters()) {
      if (parameter.mode() != Parameter.Mode.IN && parameter.mode() != Parameter.Mode.VARIADIC) {
        fields.add(new RowField(parameter.name(), TypeReference.of(typeOf(parameter, call))));
      }
    }
    return fields.size() > 1 ? fields : conversions.rows().fields(call.result());
  }

  /** Returns the only column of a function with one OUT parameter; null for others. */
  static @Nullable String outName(ResolvedCall call) {
    List<Parameter> outs =
        call.entry().parameters().stream()
            .filter(
                parameter ->
                    parameter.mode() != Parameter.Mode.IN
                        && parameter.mode() != Parameter.Mode.VARIADIC)
            .toList();
    return outs.size() == 1 ? outs.getFirst().name() : null;
  }

  private Type typeOf(Parameter parameter, ResolvedCall call) {
    Type declared = parameter.type();
    if (!declared.polymorphism().isPolymorphic() || call.arguments().isEmpty()) {
      return declared;
    }
    Type argument =
        dev.colonnade.sql.registry.type.Types.baseOf(call.arguments().getFirst().type().type());
    Type element = state.registry().types().elementOf(argument);
    return element == null ? argument : element;
  }
}
