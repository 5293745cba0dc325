package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.coerce.Coercions;
import dev.colonnade.sql.registry.function.FunctionEntry;
import dev.colonnade.sql.registry.type.Polymorphism;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Choice of functions, aggregates and window functions by the types of their arguments. */
public final class FunctionResolver {
  private static final String INFORMATION_SCHEMA = "information_schema";

  private final Registry registry;
  private final Coercions coercions;
  private final CandidateSelection selection;

  public FunctionResolver(Registry registry) {
    this.registry = requireNonNull(registry, "registry is null");
    this.coercions = new Coercions(registry);
    this.selection = new CandidateSelection(registry);
  }

  /**
   * Returns the meaning of a call.
   *
   * @param schema empty if the name has none
   * @throws ColonnadeException UNKNOWN_FUNCTION if there is no such function, AMBIGUOUS_FUNCTION if
   *     there are several
   */
  public FunctionResolution resolve(String schema, String name, CallArguments arguments) {
    String shown = schema.isEmpty() ? name : schema + "." + name;
    List<FunctionCandidate> candidates = candidates(overloads(schema, name), arguments);
    FunctionCandidate exact = exact(candidates, arguments.types());
    if (exact != null) {
      return call(exact, arguments);
    }
    FunctionResolution conversion = conversion(schema, name, arguments);
    if (conversion != null) {
      return conversion;
    }
    List<FunctionCandidate> applicable = selection.applicable(candidates, arguments.types());
    if (applicable.isEmpty()) {
      throw ResolutionErrors.noFunction(shown, arguments);
    }
    FunctionCandidate best =
        applicable.size() == 1
            ? applicable.getFirst()
            : selection.best(applicable, arguments.types());
    if (best == null) {
      throw ResolutionErrors.ambiguousFunction(shown, arguments);
    }
    return call(best, arguments);
  }

  /** Returns the meaning of a call of a function that has no name in SQL. */
  public FunctionResolution.Call internal(String name, List<Type> arguments) {
    CallArguments call = CallArguments.of(arguments);
    List<FunctionCandidate> candidates = candidates(registry.internals().named(name), call);
    FunctionCandidate exact = exact(candidates, arguments);
    List<FunctionCandidate> applicable = selection.applicable(candidates, arguments);
    FunctionCandidate best =
        exact != null || applicable.isEmpty() ? exact : selection.best(applicable, arguments);
    if (best == null) {
      throw ResolutionErrors.noFunction(name, call);
    }
    return call(best, call);
  }

  private List<FunctionEntry> overloads(String schema, String name) {
    if (schema.isEmpty() || schema.equals(Type.Name.SYSTEM_SCHEMA)) {
      return registry.functions().named(name);
    }
    return schema.equals(INFORMATION_SCHEMA)
        ? registry.functions().ofInformationSchema(name)
        : List.of();
  }

  private List<FunctionCandidate> candidates(List<FunctionEntry> entries, CallArguments call) {
    List<FunctionCandidate> found = new ArrayList<>(entries.size());
    for (FunctionEntry entry : entries) {
      FunctionCandidate candidate = FunctionCandidate.of(entry, call, registry.types());
      if (candidate != null) {
        found.add(candidate);
      }
    }
    if (found.stream().anyMatch(candidate -> candidate.variadicCount() > 0)) {
      found.removeIf(candidate -> isHidden(candidate, found));
    }
    return found;
  }

  /** A variadic function is hidden by another one that has the same types without expansion. */
  private static boolean isHidden(FunctionCandidate candidate, List<FunctionCandidate> all) {
    return candidate.variadicCount() > 0
        && all.stream()
            .anyMatch(
                other -> other.variadicCount() == 0 && other.types().equals(candidate.types()));
  }

  private static @Nullable FunctionCandidate exact(
      List<FunctionCandidate> candidates, List<Type> arguments) {
    for (FunctionCandidate candidate : candidates) {
      if (candidate.types().equals(arguments)) {
        return candidate;
      }
    }
    return null;
  }

  private @Nullable FunctionResolution conversion(
      String schema, String name, CallArguments arguments) {
    if (arguments.types().size() != 1 || !arguments.names().isEmpty()) {
      return null;
    }
    Type target =
        schema.isEmpty() ? registry.types().base().find(name) : registry.types().find(schema, name);
    Type source = arguments.types().getFirst();
    if (target == null
        || target.isComposite()
        || !coercions.coercibility().isFunctionalCast(source, target)) {
      return null;
    }
    return new FunctionResolution.Conversion(
        target, coercions.explicit(TypeReference.of(source), TypeReference.of(target)));
  }

  private FunctionResolution.Call call(FunctionCandidate chosen, CallArguments call) {
    FunctionEntry entry = chosen.entry();
    List<Type> actuals = call.types();
    if (call.isVariadic() && entry.isVariadicAny()) {
      requireArray(actuals.getLast());
    }
    Type result = entry.result().type();
    PolymorphicTypes types =
        isPolymorphic(chosen, actuals.size()) ? selection.bind(chosen, actuals, result) : null;
    List<ResolvedArgument> arguments = new ArrayList<>(actuals.size());
    for (int i = 0; i < actuals.size(); i++) {
      Type declared = chosen.argument(i);
      arguments.add(argument(actuals.get(i), types == null ? declared : types.resolved(declared)));
    }
    return new FunctionResolution.Call(
        entry,
        arguments,
        chosen.positions(),
        chosen.variadicCount(),
        types == null ? result : types.resolved(result));
  }

  private void requireArray(Type type) {
    if (!Types.baseOf(type).isArray()) {
      throw ResolutionErrors.mismatch("VARIADIC argument must be an array");
    }
  }

  private static boolean isPolymorphic(FunctionCandidate chosen, int count) {
    for (int i = 0; i < count; i++) {
      if (chosen.argument(i).polymorphism().isPolymorphic()) {
        return true;
      }
    }
    return false;
  }

  private ResolvedArgument argument(Type actual, Type declared) {
    Type type = declared.polymorphism() == Polymorphism.ANY ? actual : declared;
    return new ResolvedArgument(type, coercions.implicit(actual, type));
  }
}
