package dev.colonnade.sql.registry.type;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** All types that a statement can name: the built-in ones and those of a catalog. */
public final class Types {
  private final BaseTypes base;
  private final TypeOverlay overlay;
  private final RangeTypes ranges;

  public Types(BaseTypes base, TypeOverlay overlay) {
    this.base = requireNonNull(base, "base is null");
    this.overlay = requireNonNull(overlay, "overlay is null");
    this.ranges = base.ranges();
  }

  /** Returns the types of ranges. */
  public RangeTypes ranges() {
    return ranges;
  }

  /** Returns the built-in types. */
  public BaseTypes base() {
    return base;
  }

  /** Returns the type of an OID; null if there is none. */
  public @Nullable Type find(long oid) {
    Type type = base.find(oid);
    return type == null ? overlay.find(oid) : type;
  }

  /** Returns the type of an OID, which exists. */
  public Type require(long oid) {
    Type type = find(oid);
    if (type == null) {
      throw new IllegalArgumentException("no such type: oid=" + oid);
    }
    return type;
  }

  /** Returns the type of a name in a schema; null if there is none. */
  public @Nullable Type find(String schema, String name) {
    return schema.equals(Type.Name.SYSTEM_SCHEMA) ? base.find(name) : overlay.find(schema, name);
  }

  /**
   * Returns the type of a name without a schema; null if there is none.
   *
   * @param path the schemas of the search path; {@code pg_catalog} comes first unless it is there
   */
  public @Nullable Type find(List<String> path, String name) {
    Type type = path.contains(Type.Name.SYSTEM_SCHEMA) ? null : base.find(name);
    for (int i = 0; type == null && i < path.size(); i++) {
      type = find(path.get(i), name);
    }
    return type;
  }

  /** Returns the type of the elements of arrays; null if the type is none of arrays. */
  public @Nullable Type elementOf(Type type) {
    return type.isArray() ? find(type.elementOid()) : null;
  }

  /** Returns the type of arrays of a type; null if there is none. */
  public @Nullable Type arrayOf(Type type) {
    return type.arrayOid() == Type.NONE ? null : find(type.arrayOid());
  }

  /** Returns the type under a domain, and under the domains on which it is; else the same type. */
  public static Type baseOf(Type type) {
    Type found = type;
    for (Type next = found.base(); next != null; next = found.base()) {
      found = next;
    }
    return found;
  }

  /** Variant of {@link #baseOf} with the modifier that the domain or one below declares. */
  public static TypeReference baseReferenceOf(Type type) {
    Type found = type;
    int modifier = TypeModifiers.NONE;
    for (Type next = found.base(); next != null; next = found.base()) {
      modifier = Math.max(modifier, found.baseModifier());
      found = next;
    }
    return new TypeReference(found, modifier);
  }
}
