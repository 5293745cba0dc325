package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.function.FunctionEntry;
import dev.colonnade.sql.registry.function.Parameter;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Overload of a function that takes as many arguments as a call has.
 *
 * @param types declared for the arguments, in the order of the call
 * @param positions of the parameters of the arguments
 * @param variadicCount of the last arguments, which are elements of the variadic parameter
 */
record FunctionCandidate(
    FunctionEntry entry, List<Type> types, List<Integer> positions, int variadicCount)
    implements Signature {
  FunctionCandidate {
    requireNonNull(entry, "entry is null");
    types = List.copyOf(types);
    positions = List.copyOf(positions);
  }

  @Override
  public Type argument(int index) {
    return types.get(index);
  }

  /** Returns the overload for a call; null if it does not take the arguments by their count. */
  static @Nullable FunctionCandidate of(FunctionEntry entry, CallArguments call, Types types) {
    return call.names().isEmpty()
        ? ofPositional(entry, call, types)
        : ofNamed(entry, call, entry.inputs());
  }

  private static @Nullable FunctionCandidate ofPositional(
      FunctionEntry entry, CallArguments call, Types types) {
    List<Parameter> inputs = entry.inputs();
    int count = call.types().size();
    boolean isExpanded = !call.isVariadic() && entry.isVariadic() && inputs.size() <= count;
    boolean isDefaulted = count < inputs.size() && count + entry.defaultCount() >= inputs.size();
    if (count != inputs.size() && !isExpanded && !isDefaulted) {
      return null;
    }
    List<Type> declared = new ArrayList<>(count);
    List<Integer> positions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int position = Math.min(i, inputs.size() - 1);
      Type type = inputs.get(position).type();
      boolean isElement = isExpanded && position == inputs.size() - 1;
      declared.add(isElement ? elementOf(type, types) : type);
      positions.add(position);
    }
    return new FunctionCandidate(
        entry, declared, positions, isExpanded ? count - inputs.size() + 1 : 0);
  }

  private static Type elementOf(Type variadic, Types types) {
    return switch (variadic.polymorphism()) {
      case ANY -> variadic;
      case ARRAY -> types.base().named("anyelement");
      case COMPATIBLE_ARRAY -> types.base().named("anycompatible");
      default -> types.require(variadic.elementOid());
    };
  }

  private static @Nullable FunctionCandidate ofNamed(
      FunctionEntry entry, CallArguments call, List<Parameter> inputs) {
    int count = call.types().size();
    if ((entry.isVariadic() && !call.isVariadic())
        || count > inputs.size()
        || count + entry.defaultCount() < inputs.size()) {
      return null;
    }
    List<Type> declared = new ArrayList<>(count);
    List<Integer> positions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = call.name(i);
      int position = name == null ? i : positionOf(name, inputs);
      if (position < 0 || positions.contains(position)) {
        return null;
      }
      declared.add(inputs.get(position).type());
      positions.add(position);
    }
    for (int i = 0; i < inputs.size(); i++) {
      if (!positions.contains(i) && inputs.get(i).defaultText() == null) {
        return null;
      }
    }
    return new FunctionCandidate(entry, declared, positions, 0);
  }

  private static int positionOf(String name, List<Parameter> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
