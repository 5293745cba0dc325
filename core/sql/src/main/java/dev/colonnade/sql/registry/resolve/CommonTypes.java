package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.cast.CastContext;
import dev.colonnade.sql.registry.coerce.Coercibility;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Common types of the branches of CASE, the rows of UNION, the elements of ARRAY and so on. */
public final class CommonTypes {
  private final Registry registry;
  private final Coercibility coercibility;

  public CommonTypes(Registry registry) {
    this.registry = requireNonNull(registry, "registry is null");
    this.coercibility = new Coercibility(registry);
  }

  /**
   * Returns the common type of expressions, to which each is then coerced implicitly; {@code text}
   * if none has a type. The modifier is that of all expressions.
   *
   * @param context as "CASE" or "UNION", for messages
   * @param expressions at least one; of CASE, the result of ELSE comes first
   * @throws ColonnadeException TYPE_MISMATCH if there is no common type, CANNOT_COERCE if one of
   *     the types has no implicit cast to it
   */
  public TypeReference resolve(String context, List<TypeReference> expressions) {
    List<Type> types = expressions.stream().map(TypeReference::type).toList();
    Type common = select(types, context);
    if (common == null) {
      throw new IllegalStateException("no common type and no error: context=" + context);
    }
    for (int i = 0; i < types.size(); i++) {
      if (!coercibility.canCoerce(types.get(i), common, CastContext.IMPLICIT)) {
        throw new ColonnadeException(
            ErrorCode.CANNOT_COERCE,
            "%s could not convert type %s to %s".formatted(part(context, i), types.get(i), common));
      }
    }
    return new TypeReference(common, modifier(common, expressions));
  }

  /**
   * Returns the type of ARRAY[...]: arrays of the common type of the elements, or this type itself
   * if an element is an array.
   */
  public Type array(List<TypeReference> elements) {
    Type common = resolve("ARRAY", elements).type();
    if (elements.stream().noneMatch(element -> isNested(element.type()))) {
      Type array = registry.types().arrayOf(common);
      if (array == null) {
        throw ResolutionErrors.noArrayType(common);
      }
      return array;
    }
    if (!common.isArray()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "could not find element type for data type " + common);
    }
    return common;
  }

  /** Returns whether values are dimensions in ARRAY[...]; vectors are elements. */
  public static boolean isNested(Type type) {
    return type.isArray() && type.oid() != TypeOids.INT2VECTOR && type.oid() != TypeOids.OIDVECTOR;
  }

  /** Messages about an expression of CASE name the branch. */
  private static String part(String context, int index) {
    return !context.equals("CASE") ? context : index == 0 ? "CASE/ELSE" : "CASE/WHEN";
  }

  /** Returns the common type, or null; for IN, which is a list of comparisons without one. */
  public @Nullable Type find(List<Type> types) {
    Type common = select(types, null);
    return common != null && isCommon(common, types) ? common : null;
  }

  private static int modifier(Type common, List<TypeReference> expressions) {
    int modifier = expressions.getFirst().modifier();
    for (TypeReference expression : expressions) {
      if (!expression.type().equals(common) || expression.modifier() != modifier) {
        return TypeModifiers.NONE;
      }
    }
    return modifier;
  }

  /** Returns whether all types can be coerced to a type. */
  boolean isCommon(Type common, List<Type> types) {
    for (Type type : types) {
      if (!coercibility.canCoerce(type, common, CastContext.IMPLICIT)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the common type, of which not all types need be coercible.
   *
   * @param context for the message; null to return null instead of an error
   */
  @Nullable Type select(List<Type> types, @Nullable String context) {
    Type first = types.getFirst();
    if (!first.isUnknown() && types.stream().allMatch(first::equals)) {
      return first;
    }
    Type common = Types.baseOf(first);
    for (int i = 1; i < types.size(); i++) {
      Type next = Types.baseOf(types.get(i));
      if (next.isUnknown() || next.equals(common)) {
        continue;
      }
      if (common.isUnknown()) {
        common = next;
      } else if (next.category() != common.category()) {
        if (context == null) {
          return null;
        }
        throw ResolutionErrors.mismatch(
            "%s types %s and %s cannot be matched".formatted(context, common, next));
      } else if (isBetter(next, common)) {
        common = next;
      }
    }
    return common.isUnknown() ? registry.types().require(TypeOids.TEXT) : common;
  }

  private boolean isBetter(Type next, Type common) {
    return !common.isPreferred()
        && coercibility.canCoerce(common, next, CastContext.IMPLICIT)
        && !coercibility.canCoerce(next, common, CastContext.IMPLICIT);
  }
}
