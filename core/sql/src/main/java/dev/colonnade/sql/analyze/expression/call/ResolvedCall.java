package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.registry.function.FunctionEntry;
import dev.colonnade.sql.registry.resolve.FunctionResolution;
import dev.colonnade.sql.registry.type.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Call whose function is chosen.
 *
 * @param shown name and types of the parameters, for messages
 * @param arguments in the order of the call, converted
 */
record ResolvedCall(
    String shown, FunctionResolution.Call resolution, List<TypedExpression> arguments) {
  ResolvedCall {
    requireNonNull(shown, "shown is null");
    requireNonNull(resolution, "resolution is null");
    arguments = List.copyOf(arguments);
  }

  static ResolvedCall of(
      String name, FunctionResolution.Call resolution, List<TypedExpression> arguments) {
    List<String> types = new ArrayList<>();
    resolution.arguments().forEach(argument -> types.add(argument.type().toString()));
    return new ResolvedCall(name + "(" + String.join(", ", types) + ")", resolution, arguments);
  }

  FunctionEntry entry() {
    return resolution.entry();
  }

  Type result() {
    return resolution.result();
  }
}
