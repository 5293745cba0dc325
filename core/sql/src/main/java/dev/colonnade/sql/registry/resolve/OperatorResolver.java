package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.coerce.Coercions;
import dev.colonnade.sql.registry.operator.OperatorEntry;
import dev.colonnade.sql.registry.type.Polymorphism;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Choice of operators by the types of their operands. */
public final class OperatorResolver {
  private final Registry registry;
  private final Coercions coercions;
  private final CandidateSelection selection;

  public OperatorResolver(Registry registry) {
    this.registry = requireNonNull(registry, "registry is null");
    this.coercions = new Coercions(registry);
    this.selection = new CandidateSelection(registry);
  }

  /** Operator as a signature. */
  private record Candidate(OperatorEntry entry) implements Signature {
    @Override
    public Type argument(int index) {
      return entry.operands().get(index);
    }
  }

  /**
   * Returns the infix operator for two operands.
   *
   * @throws ColonnadeException UNKNOWN_FUNCTION if there is none, AMBIGUOUS_FUNCTION if there are
   *     several
   */
  public ResolvedOperator infix(String name, Type left, Type right) {
    List<Type> operands = List.of(left, right);
    OperatorEntry exact = exact(name, left, right);
    return resolved(
        exact == null ? choose(name, registry.operators().infix(name), operands) : exact, operands);
  }

  /** Variant of {@link #infix} for a prefix operator. */
  public ResolvedOperator prefix(String name, Type operand) {
    List<Type> operands = List.of(operand);
    OperatorEntry exact = registry.operators().find(name, operand);
    return resolved(
        exact == null ? choose(name, registry.operators().prefix(name), operands) : exact,
        operands);
  }

  /**
   * Returns the operator of {@code left operator ANY (array)} or ALL; its second operand is the
   * array.
   */
  public ResolvedOperator quantified(String name, Type left, Type array) {
    Type element = array.isUnknown() ? array : registry.types().elementOf(Types.baseOf(array));
    if (element == null) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "op ANY/ALL (array) requires array on right side");
    }
    ResolvedOperator found = infix(name, left, element);
    if (found.result().oid() != TypeOids.BOOL) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "op ANY/ALL (array) requires operator to yield boolean");
    }
    ResolvedArgument value = found.operands().getFirst();
    if (!element.isUnknown() && found.entry().operands().getLast().polymorphism().isPolymorphic()) {
      List<ResolvedArgument> operands = List.of(value, new ResolvedArgument(array, List.of()));
      return new ResolvedOperator(found.entry(), operands, found.result());
    }
    Type declared = found.operands().getLast().type();
    Type arrayType = registry.types().arrayOf(declared);
    if (arrayType == null) {
      throw ResolutionErrors.noArrayType(declared);
    }
    return new ResolvedOperator(
        found.entry(), List.of(value, argument(array, arrayType)), found.result());
  }

  private @Nullable OperatorEntry exact(String name, Type left, Type right) {
    if (left.isUnknown() == right.isUnknown()) {
      return registry.operators().find(name, left, right);
    }
    Type known = left.isUnknown() ? right : left;
    OperatorEntry found = registry.operators().find(name, known, known);
    Type base = Types.baseOf(known);
    return found == null && known.isDomain() ? registry.operators().find(name, base, base) : found;
  }

  private OperatorEntry choose(String name, List<OperatorEntry> entries, List<Type> operands) {
    List<Candidate> all = entries.stream().map(Candidate::new).toList();
    List<Candidate> applicable = selection.applicable(all, operands);
    if (applicable.isEmpty()) {
      throw ResolutionErrors.noOperator(name, operands);
    }
    Candidate best =
        applicable.size() == 1 ? applicable.getFirst() : selection.best(applicable, operands);
    if (best == null) {
      throw ResolutionErrors.ambiguousOperator(name, operands);
    }
    return best.entry();
  }

  private ResolvedOperator resolved(OperatorEntry entry, List<Type> operands) {
    boolean isPolymorphic = false;
    for (Type declared : entry.operands()) {
      isPolymorphic |= declared.polymorphism().isPolymorphic();
    }
    PolymorphicTypes types =
        isPolymorphic ? selection.bind(new Candidate(entry), operands, entry.result()) : null;
    List<ResolvedArgument> resolved = new ArrayList<>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      Type declared = entry.operands().get(i);
      resolved.add(argument(operands.get(i), types == null ? declared : types.resolved(declared)));
    }
    Type result = types == null ? entry.result() : types.resolved(entry.result());
    return new ResolvedOperator(entry, resolved, result);
  }

  private ResolvedArgument argument(Type actual, Type declared) {
    Type type = declared.polymorphism() == Polymorphism.ANY ? actual : declared;
    return new ResolvedArgument(type, coercions.implicit(actual, type));
  }
}
