package dev.colonnade.sql.registry.type;

/** Polymorphism of a declared type: which type a parameter of it gets from the arguments. */
public enum Polymorphism {
  /** No polymorphism. */
  NONE,
  /** Any type, independent of the other arguments. */
  ANY,
  ELEMENT,
  ARRAY,
  NONARRAY,
  ENUM,
  RANGE,
  MULTIRANGE,
  COMPATIBLE,
  COMPATIBLE_ARRAY,
  COMPATIBLE_NONARRAY,
  COMPATIBLE_RANGE,
  COMPATIBLE_MULTIRANGE;

  static Polymorphism of(String name) {
    return switch (name) {
      case "any" -> ANY;
      case "anyelement" -> ELEMENT;
      case "anyarray" -> ARRAY;
      case "anynonarray" -> NONARRAY;
      case "anyenum" -> ENUM;
      case "anyrange" -> RANGE;
      case "anymultirange" -> MULTIRANGE;
      case "anycompatible" -> COMPATIBLE;
      case "anycompatiblearray" -> COMPATIBLE_ARRAY;
      case "anycompatiblenonarray" -> COMPATIBLE_NONARRAY;
      case "anycompatiblerange" -> COMPATIBLE_RANGE;
      case "anycompatiblemultirange" -> COMPATIBLE_MULTIRANGE;
      default -> NONE;
    };
  }

  /** Returns whether the type depends on the types of arguments. */
  public boolean isPolymorphic() {
    return this != NONE && this != ANY;
  }

  /** Returns whether arguments are cast to a common type. */
  public boolean isOfCompatibleFamily() {
    return compareTo(COMPATIBLE) >= 0;
  }
}
