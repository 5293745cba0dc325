package dev.colonnade.sql.registry.coerce;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.cast.CastContext;
import dev.colonnade.sql.registry.cast.CastEntry;
import dev.colonnade.sql.registry.type.Polymorphism;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeCategory;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.Types;

/** Decision whether values of one type can be coerced to another, and by which path. */
public final class Coercibility {
  private final Registry registry;

  public Coercibility(Registry registry) {
    this.registry = requireNonNull(registry, "registry is null");
  }

  /** Returns whether a value can be coerced to a type that is not polymorphic. */
  public boolean canCoerce(Type source, Type target, CastContext context) {
    return source.equals(target)
        || target.polymorphism() == Polymorphism.ANY
        || source.isUnknown()
        || path(source, target, context).exists()
        || isRowConversion(source, target);
  }

  /** Returns whether one type is a row type, and the other is that of all rows. */
  boolean isRowConversion(Type source, Type target) {
    if (source.oid() == TypeOids.RECORD) {
      return Types.baseOf(target).isComposite();
    }
    if (target.oid() == TypeOids.RECORD) {
      return source.isComposite();
    }
    return (source.oid() == TypeOids.RECORD_ARRAY && isRowArray(target))
        || (target.oid() == TypeOids.RECORD_ARRAY && isRowArray(source));
  }

  private boolean isRowArray(Type type) {
    Type element = registry.types().elementOf(type);
    return element != null && element.isComposite();
  }

  /** Returns whether a call of a function with the name of a type is a cast. */
  public boolean isFunctionalCast(Type source, Type target) {
    if (source.isUnknown()) {
      return true;
    }
    boolean isRow = source.oid() == TypeOids.RECORD || source.isComposite();
    return switch (path(source, target, CastContext.EXPLICIT).kind()) {
      case RELABEL -> true;
      case TEXT -> !isRow || target.category() != TypeCategory.STRING;
      case NONE, FUNCTION, ELEMENTS -> false;
    };
  }

  /** Returns the path from one type to another, domains taken as the types under them. */
  CoercionPath path(Type source, Type target, CastContext context) {
    Type from = Types.baseOf(source);
    Type to = Types.baseOf(target);
    if (from.equals(to)) {
      return CoercionPath.RELABEL;
    }
    CastEntry cast = registry.casts().find(from, to);
    if (cast != null) {
      return context.allows(cast.context()) ? ofCast(cast) : CoercionPath.NONE;
    }
    if (isElementwise(from, to, context)) {
      return CoercionPath.ELEMENTS;
    }
    boolean isText =
        (context.allows(CastContext.ASSIGNMENT) && to.category() == TypeCategory.STRING)
            || (context == CastContext.EXPLICIT && from.category() == TypeCategory.STRING);
    return isText ? CoercionPath.TEXT : CoercionPath.NONE;
  }

  private static CoercionPath ofCast(CastEntry cast) {
    return switch (cast.method()) {
      case FUNCTION -> new CoercionPath(CoercionPath.Kind.FUNCTION, cast);
      case BINARY -> CoercionPath.RELABEL;
      case IN_OUT -> CoercionPath.TEXT;
    };
  }

  private boolean isElementwise(Type from, Type to, CastContext context) {
    if (to.oid() == TypeOids.OIDVECTOR || to.oid() == TypeOids.INT2VECTOR) {
      return false;
    }
    Type fromElement = registry.types().elementOf(from);
    Type toElement = registry.types().elementOf(to);
    return fromElement != null
        && toElement != null
        && path(fromElement, toElement, context).exists();
  }
}
