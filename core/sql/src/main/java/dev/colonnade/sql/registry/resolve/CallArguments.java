package dev.colonnade.sql.registry.resolve;

import dev.colonnade.sql.registry.type.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a function call.
 *
 * @param types of the arguments, {@code unknown} for literals and parameters without a type
 * @param names of the last arguments; empty if all are positional
 * @param isVariadic whether the last argument is marked VARIADIC
 */
public record CallArguments(List<Type> types, List<String> names, boolean isVariadic) {
  public CallArguments {
    types = List.copyOf(types);
    names = List.copyOf(names);
  }

  /** Returns positional arguments. */
  public static CallArguments of(List<Type> types) {
    return new CallArguments(types, List.of(), false);
  }

  /** Returns the count of arguments without names. */
  int positionalCount() {
    return types.size() - names.size();
  }

  /** Returns the name of an argument; null if it has none. */
  @Nullable String name(int index) {
    return index < positionalCount() ? null : names.get(index - positionalCount());
  }
}
