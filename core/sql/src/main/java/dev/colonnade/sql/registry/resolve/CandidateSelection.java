package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.cast.CastContext;
import dev.colonnade.sql.registry.coerce.Coercibility;
import dev.colonnade.sql.registry.type.Polymorphism;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeCategory;
import dev.colonnade.sql.registry.type.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Selection among the signatures of one name, none of which has exactly the types of the arguments.
 */
final class CandidateSelection {
  private final Registry registry;
  private final Coercibility coercibility;
  private final CommonTypes commonTypes;

  CandidateSelection(Registry registry) {
    this.registry = requireNonNull(registry, "registry is null");
    this.coercibility = new Coercibility(registry);
    this.commonTypes = new CommonTypes(registry);
  }

  /** Returns the binding of the polymorphic parameters of a signature; throws if there is none. */
  PolymorphicTypes bind(Signature signature, List<Type> arguments, Type result) {
    PolymorphicTypes types = new PolymorphicTypes(registry, commonTypes, false);
    types.bind(signature, arguments, result.polymorphism());
    return types;
  }

  /** Returns the signatures that accept the arguments by implicit casts. */
  <S extends Signature> List<S> applicable(List<S> signatures, List<Type> arguments) {
    List<S> found = new ArrayList<>();
    for (S signature : signatures) {
      if (accepts(signature, arguments)) {
        found.add(signature);
      }
    }
    return found;
  }

  private boolean accepts(Signature signature, List<Type> arguments) {
    boolean isPolymorphic = false;
    for (int i = 0; i < arguments.size(); i++) {
      Type declared = signature.argument(i);
      if (declared.polymorphism().isPolymorphic()) {
        isPolymorphic |= !declared.equals(arguments.get(i));
      } else if (!coercibility.canCoerce(arguments.get(i), declared, CastContext.IMPLICIT)) {
        return false;
      }
    }
    return !isPolymorphic
        || new PolymorphicTypes(registry, commonTypes, true)
            .bind(signature, arguments, Polymorphism.NONE);
  }

  /** Returns the best of several applicable signatures; null if none is. */
  <S extends Signature> @Nullable S best(List<S> applicable, List<Type> arguments) {
    List<Type> bases = arguments.stream().map(Types::baseOf).toList();
    List<S> left = withMost(applicable, signature -> exactCount(signature, bases));
    if (left.size() > 1) {
      left = withMost(left, signature -> exactOrPreferredCount(signature, bases));
    }
    if (left.size() == 1) {
      return left.getFirst();
    }
    if (bases.stream().noneMatch(Type::isUnknown)) {
      return null;
    }
    left = ofUnknownCategories(left, bases);
    return left.size() == 1 ? left.getFirst() : bySharedType(left, bases);
  }

  private static <S extends Signature> List<S> withMost(
      List<S> signatures, ToIntFunction<S> matches) {
    List<S> best = new ArrayList<>();
    int most = -1;
    for (S signature : signatures) {
      int count = matches.applyAsInt(signature);
      if (count > most) {
        best.clear();
        most = count;
      }
      if (count == most) {
        best.add(signature);
      }
    }
    return best;
  }

  private static int exactCount(Signature signature, List<Type> arguments) {
    int count = 0;
    for (int i = 0; i < arguments.size(); i++) {
      Type actual = arguments.get(i);
      count += !actual.isUnknown() && actual.equals(signature.argument(i)) ? 1 : 0;
    }
    return count;
  }

  private static int exactOrPreferredCount(Signature signature, List<Type> arguments) {
    int count = 0;
    for (int i = 0; i < arguments.size(); i++) {
      Type actual = arguments.get(i);
      Type declared = signature.argument(i);
      boolean isPreferred = declared.isPreferred() && declared.category() == actual.category();
      count += !actual.isUnknown() && (actual.equals(declared) || isPreferred) ? 1 : 0;
    }
    return count;
  }

  /** Category that the signatures accept at the position of an unknown argument. */
  private record Slot(TypeCategory category, boolean hasPreferred) {}

  /**
   * Restricts the signatures by the categories of unknown arguments: that of all signatures, or
   * strings if one signature accepts them; and by preferred types.
   */
  private static <S extends Signature> List<S> ofUnknownCategories(
      List<S> signatures, List<Type> arguments) {
    @Nullable Slot[] slots = new @Nullable Slot[arguments.size()];
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).isUnknown()) {
        Slot slot = slot(signatures, i);
        if (slot == null) {
          return signatures;
        }
        slots[i] = slot;
      }
    }
    List<S> found = signatures.stream().filter(signature -> fits(signature, slots)).toList();
    return found.isEmpty() ? signatures : found;
  }

  /** Returns the slot of an argument; null if the signatures disagree. */
  private static @Nullable Slot slot(List<? extends Signature> signatures, int index) {
    Type first = signatures.getFirst().argument(index);
    TypeCategory category = first.category();
    boolean hasPreferred = first.isPreferred();
    boolean hasConflict = false;
    for (Signature signature : signatures.subList(1, signatures.size())) {
      Type declared = signature.argument(index);
      if (declared.category() == category) {
        hasPreferred |= declared.isPreferred();
      } else if (declared.category() == TypeCategory.STRING) {
        category = TypeCategory.STRING;
        hasPreferred = declared.isPreferred();
      } else {
        hasConflict = true;
      }
    }
    return hasConflict && category != TypeCategory.STRING ? null : new Slot(category, hasPreferred);
  }

  private static boolean fits(Signature signature, @Nullable Slot[] slots) {
    for (int i = 0; i < slots.length; i++) {
      Slot slot = slots[i];
      Type declared = signature.argument(i);
      if (slot != null
          && (declared.category() != slot.category
              || (slot.hasPreferred && !declared.isPreferred()))) {
        return false;
      }
    }
    return true;
  }

  /** Takes unknown arguments as ones of the type that all others have. */
  private <S extends Signature> @Nullable S bySharedType(List<S> signatures, List<Type> bases) {
    Type shared = null;
    for (Type type : bases) {
      if (!type.isUnknown()) {
        if (shared != null && !shared.equals(type)) {
          return null;
        }
        shared = type;
      }
    }
    if (shared == null) {
      return null;
    }
    List<S> found = applicable(signatures, Collections.nCopies(bases.size(), shared));
    return found.size() == 1 ? found.getFirst() : null;
  }
}
