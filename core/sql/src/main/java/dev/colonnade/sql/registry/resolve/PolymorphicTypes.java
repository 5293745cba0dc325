package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.Polymorphism;
import dev.colonnade.sql.registry.type.RangeTypes;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Types to which the polymorphic parameters of one signature are bound by the types of arguments.
 * All parameters of a family, {@code anyelement} and {@code anycompatible}, depend on each other.
 */
final class PolymorphicTypes {
  private static final String NOT_ALIKE = "arguments declared \"%s\" are not all alike";
  private static final String NO_ARRAY = "argument declared %s is not an array but type %s";

  private final Registry registry;
  private final CommonTypes commonTypes;
  private final boolean isQuiet;
  private final List<Type> compatibles = new ArrayList<>();
  private @Nullable Type element;
  private @Nullable Type array;
  private @Nullable Type range;
  private @Nullable Type multirange;
  private @Nullable Type compatible;
  private boolean hasElementFamily;
  private boolean hasCompatibleFamily;
  private boolean hasCompatibleArray;
  private boolean isNonarray;
  private boolean isEnum;
  private boolean isCompatibleNonarray;

  /**
   * Creates types without a binding.
   *
   * @param isQuiet whether {@link #bind} only tests: arguments without types match
   */
  PolymorphicTypes(Registry registry, CommonTypes commonTypes, boolean isQuiet) {
    this.registry = requireNonNull(registry, "registry is null");
    this.commonTypes = requireNonNull(commonTypes, "commonTypes is null");
    this.isQuiet = isQuiet;
  }

  /** Returns whether the arguments match the polymorphic parameters; throws unless quiet. */
  boolean bind(Signature signature, List<Type> arguments, Polymorphism result) {
    isNonarray = result == Polymorphism.NONARRAY;
    isEnum = result == Polymorphism.ENUM;
    isCompatibleNonarray = result == Polymorphism.COMPATIBLE_NONARRAY;
    for (int i = 0; i < arguments.size(); i++) {
      if (!collect(signature.argument(i).polymorphism(), arguments.get(i))) {
        return false;
      }
    }
    return (!hasElementFamily || bindElement()) && (!hasCompatibleFamily || bindCompatible());
  }

  private boolean fail(Supplier<ColonnadeException> error) {
    if (!isQuiet) {
      throw error.get();
    }
    return false;
  }

  private boolean collect(Polymorphism declared, Type actual) {
    if (!declared.isPolymorphic()) {
      return true;
    }
    if (declared.isOfCompatibleFamily()) {
      hasCompatibleFamily = true;
    } else {
      hasElementFamily = true;
    }
    isNonarray |= declared == Polymorphism.NONARRAY;
    isEnum |= declared == Polymorphism.ENUM;
    isCompatibleNonarray |= declared == Polymorphism.COMPATIBLE_NONARRAY;
    hasCompatibleArray |= declared == Polymorphism.COMPATIBLE_ARRAY;
    return actual.isUnknown() || collectKnown(declared, actual);
  }

  private boolean collectKnown(Polymorphism declared, Type actual) {
    return switch (declared) {
      case ELEMENT, NONARRAY, ENUM -> {
        if (element != null && !element.equals(actual)) {
          Type before = element;
          yield fail(
              () -> ResolutionErrors.mismatch(NOT_ALIKE.formatted("anyelement"), before, actual));
        }
        element = actual;
        yield true;
      }
      case ARRAY -> collectArray(Types.baseOf(actual));
      case RANGE -> collectRange(Types.baseOf(actual), TypeForm.RANGE, "range");
      case MULTIRANGE -> collectRange(Types.baseOf(actual), TypeForm.MULTIRANGE, "multirange");
      case COMPATIBLE, COMPATIBLE_NONARRAY -> compatibles.add(actual);
      case COMPATIBLE_ARRAY -> collectCompatibleArray(actual);
      case COMPATIBLE_RANGE -> collectRange(actual, TypeForm.RANGE, "range");
      case COMPATIBLE_MULTIRANGE -> collectRange(actual, TypeForm.MULTIRANGE, "multirange");
      case NONE, ANY -> true;
    };
  }

  private boolean collectArray(Type actual) {
    if (array != null && !array.equals(actual)) {
      Type before = array;
      return fail(() -> ResolutionErrors.mismatch(NOT_ALIKE.formatted("anyarray"), before, actual));
    }
    array = actual;
    return true;
  }

  private boolean collectRange(Type actual, TypeForm form, String name) {
    if (actual.form() != form) {
      return fail(
          () ->
              ResolutionErrors.mismatch(
                  "argument declared any%s is not a %s type but type %s"
                      .formatted(name, name, actual)));
    }
    Type before = form == TypeForm.RANGE ? range : multirange;
    if (before != null && !before.equals(actual)) {
      return fail(
          () -> ResolutionErrors.mismatch(NOT_ALIKE.formatted("any" + name), before, actual));
    }
    if (form == TypeForm.RANGE) {
      range = actual;
    } else {
      multirange = actual;
    }
    return true;
  }

  /** Binds ranges, multiranges and elements to each other. */
  private boolean bindRanges() {
    Type set = multirange;
    RangeTypes.Family ofSet = set == null ? null : registry.types().ranges().find(set);
    Type one = range == null && ofSet != null ? ofSet.range() : range;
    if (one == null) {
      return true;
    }
    if (ofSet != null && !ofSet.range().equals(one)) {
      Type whole = ofSet.multirange();
      return fail(() -> inconsistent("anymultirange", "anyrange", whole, one));
    }
    RangeTypes.Family family = registry.types().ranges().find(one);
    if (family == null) {
      return true;
    }
    Type before = element;
    if (before != null && !before.equals(family.bound())) {
      return fail(
          () ->
              set == null || range != null
                  ? inconsistent("anyrange", "anyelement", one, before)
                  : inconsistent("anymultirange", "anyelement", set, before));
    }
    element = family.bound();
    range = one;
    multirange = family.multirange();
    return true;
  }

  private static ColonnadeException inconsistent(
      String declared, String other, Type one, Type two) {
    return ResolutionErrors.mismatch(
        "argument declared %s is not consistent with argument declared %s"
            .formatted(declared, other),
        one,
        two);
  }

  private boolean collectCompatibleArray(Type actual) {
    Type item = registry.types().elementOf(Types.baseOf(actual));
    if (item == null) {
      return fail(
          () ->
              ResolutionErrors.mismatch(
                  NO_ARRAY.formatted("anycompatiblearray", Types.baseOf(actual))));
    }
    return compatibles.add(item);
  }

  private boolean bindElement() {
    Type list = array;
    if ((list != null && !bindArray(list)) || !bindRanges()) {
      return false;
    }
    Type item = element;
    if (item == null) {
      return isQuiet ? !isEnum : fail(PolymorphicTypes::undetermined);
    }
    if (isNonarray && Types.baseOf(item).isArray()) {
      return fail(
          () -> ResolutionErrors.mismatch("type matched to anynonarray is an array type: " + item));
    }
    return !isEnum
        || item.form() == TypeForm.ENUM
        || fail(
            () ->
                ResolutionErrors.mismatch("type matched to anyenum is not an enum type: " + item));
  }

  private static ColonnadeException undetermined() {
    return ResolutionErrors.mismatch(
        "could not determine polymorphic type because input has type unknown");
  }

  private boolean bindArray(Type list) {
    Type item =
        list.oid() == TypeOids.ANYARRAY
            ? registry.types().require(TypeOids.ANYELEMENT)
            : registry.types().elementOf(list);
    if (item == null) {
      return fail(() -> ResolutionErrors.mismatch(NO_ARRAY.formatted("anyarray", list)));
    }
    Type before = element;
    if (before != null && !before.equals(item)) {
      return fail(
          () ->
              ResolutionErrors.mismatch(
                  "argument declared anyarray is not consistent with argument declared anyelement",
                  list,
                  before));
    }
    element = item;
    return true;
  }

  private boolean bindCompatible() {
    if (compatibles.isEmpty()) {
      compatible = registry.types().require(TypeOids.TEXT);
      return true;
    }
    Type common = commonTypes.select(compatibles, isQuiet ? null : "anycompatible");
    if (common == null) {
      return false;
    }
    if (!commonTypes.isCommon(common, compatibles)) {
      return fail(
          () ->
              ResolutionErrors.mismatch(
                  "arguments of anycompatible family cannot be cast to a common type"));
    }
    if (isCompatibleNonarray && Types.baseOf(common).isArray()) {
      return fail(
          () ->
              ResolutionErrors.mismatch(
                  "type matched to anycompatiblenonarray is an array type: " + common));
    }
    compatible = common;
    return isQuiet
        || !hasCompatibleArray
        || registry.types().arrayOf(common) != null
        || fail(() -> ResolutionErrors.noArrayType(common));
  }

  /** Returns the type of a parameter or of the result. */
  Type resolved(Type declared) {
    return switch (declared.polymorphism()) {
      case NONE, ANY -> declared;
      case ELEMENT, NONARRAY, ENUM -> bound(element);
      case ARRAY -> array == null ? arrayOf(bound(element)) : array;
      case RANGE, COMPATIBLE_RANGE -> bound(range);
      case MULTIRANGE, COMPATIBLE_MULTIRANGE -> bound(multirange);
      case COMPATIBLE, COMPATIBLE_NONARRAY -> bound(compatible);
      case COMPATIBLE_ARRAY -> arrayOf(bound(compatible));
    };
  }

  private static Type bound(@Nullable Type type) {
    if (type == null) {
      throw undetermined();
    }
    return type;
  }

  private Type arrayOf(Type item) {
    Type found = registry.types().arrayOf(item);
    if (found == null) {
      throw ResolutionErrors.noArrayType(item);
    }
    return found;
  }
}
