package dev.colonnade.sql.registry.function;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.type.Polymorphism;
import dev.colonnade.sql.registry.type.Type;
import java.util.List;

/**
 * One overload of a function.
 *
 * @param oid in {@code pg_proc}; 0 if PostgreSQL has no such function
 * @param parameters with those of results
 */
public record FunctionEntry(
    int oid,
    String name,
    List<Parameter> parameters,
    Result result,
    Behavior behavior,
    Implementation implementation) {
  /** Result type of a function. */
  public record Result(Type type, boolean isSet) {
    public Result {
      requireNonNull(type, "type is null");
    }
  }

  /**
   * Behavior of a function.
   *
   * @param isStrict whether the result is NULL if an argument is
   * @param directCount of the arguments of an ordered-set aggregate before WITHIN GROUP
   */
  public record Behavior(
      FunctionKind kind, Volatility volatility, boolean isStrict, int directCount) {
    public Behavior {
      requireNonNull(kind, "kind is null");
      requireNonNull(volatility, "volatility is null");
    }
  }

  public FunctionEntry {
    requireNonNull(name, "name is null");
    requireNonNull(result, "result is null");
    requireNonNull(behavior, "behavior is null");
    requireNonNull(implementation, "implementation is null");
    parameters = List.copyOf(parameters);
  }

  public FunctionKind kind() {
    return behavior.kind;
  }

  /** Returns whether a call can be executed. */
  public boolean isSupported() {
    return !(implementation instanceof Implementation.Absent);
  }

  /** Returns the parameters of arguments. */
  public List<Parameter> inputs() {
    for (Parameter parameter : parameters) {
      if (!parameter.mode().isInput()) {
        return parameters.stream().filter(input -> input.mode().isInput()).toList();
      }
    }
    return parameters;
  }

  /** Returns whether the last argument stands for any number of arguments. */
  public boolean isVariadic() {
    List<Parameter> inputs = inputs();
    return !inputs.isEmpty() && inputs.getLast().mode() == Parameter.Mode.VARIADIC;
  }

  /** Returns whether the function takes any number of arguments of any types. */
  public boolean isVariadicAny() {
    return isVariadic() && inputs().getLast().type().polymorphism() == Polymorphism.ANY;
  }

  /** Returns the count of the arguments that may be left out. */
  public int defaultCount() {
    return (int) inputs().stream().filter(input -> input.defaultText() != null).count();
  }
}
