package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.function.FunctionEntry;
import dev.colonnade.sql.registry.type.Type;
import java.util.List;

/** Meaning of a function call. */
public sealed interface FunctionResolution {
  /** Returns the type of the call's value, or of the rows of a set-returning function. */
  Type result();

  /**
   * Call of a function.
   *
   * @param arguments in the order of the call
   * @param positions of the parameters of the arguments; parameters without an argument have their
   *     defaults
   * @param variadicCount of the last arguments, which become one array, unless the function takes
   *     any number of arguments of any types
   */
  record Call(
      FunctionEntry entry,
      List<ResolvedArgument> arguments,
      List<Integer> positions,
      int variadicCount,
      Type result)
      implements FunctionResolution {
    public Call {
      requireNonNull(entry, "entry is null");
      requireNonNull(result, "result is null");
      arguments = List.copyOf(arguments);
      positions = List.copyOf(positions);
    }
  }

  /** Cast that is written as a call of a function with the name of a type. */
  record Conversion(Type result, List<CastStep> steps) implements FunctionResolution {
    public Conversion {
      requireNonNull(result, "result is null");
      steps = List.copyOf(steps);
    }
  }
}
