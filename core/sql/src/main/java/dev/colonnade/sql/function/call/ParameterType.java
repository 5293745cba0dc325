package dev.colonnade.sql.function.call;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;

/** Declared type of a parameter or of the result of a signature. */
sealed interface ParameterType {
  /** Exactly this type. */
  record Exact(SqlType type) implements ParameterType {}

  /** Any type, independent of the other arguments. */
  record Any() implements ParameterType {}

  /** Any type, cast to text. */
  record AnyText() implements ParameterType {}

  /** Any type, converted to JSON. */
  record AnyJson() implements ParameterType {}

  /** Any type; the function receives the name of the type. */
  record AnyTypeName() implements ParameterType {}

  /** Array of any type, cast to a text array. */
  record AnyTextArray() implements ParameterType {}

  /**
   * Polymorphic type: one type for all such parameters of the signature and for the elements of
   * {@link AnyArray}.
   */
  record AnyElement() implements ParameterType {}

  /** Array of the type to which {@link AnyElement} is bound. */
  record AnyArray() implements ParameterType {}

  /** Returns the parameter type of a name. */
  static ParameterType named(String name) {
    if (name.endsWith("[]")) {
      return new Exact(arrayNamed(name));
    }
    return switch (name) {
      case "any" -> new Any();
      case "anyjson" -> new AnyJson();
      case "anytypename" -> new AnyTypeName();
      case "anytext" -> new AnyText();
      case "anytextarray" -> new AnyTextArray();
      case "anyelement" -> new AnyElement();
      case "anyarray" -> new AnyArray();
      default -> new Exact(SqlType.of(kindNamed(name)));
    };
  }

  private static SqlType arrayNamed(String name) {
    String element = name.substring(0, name.length() - 2);
    return SqlType.arrayOf(
        element.endsWith("[]") ? arrayNamed(element) : SqlType.of(kindNamed(element)));
  }

  private static TypeKind kindNamed(String name) {
    return switch (name) {
      case "bool" -> TypeKind.BOOLEAN;
      case "int2" -> TypeKind.SMALLINT;
      case "int4" -> TypeKind.INTEGER;
      case "int8" -> TypeKind.BIGINT;
      case "float4" -> TypeKind.REAL;
      case "float8" -> TypeKind.DOUBLE;
      default -> TypeKind.valueOf(name.toUpperCase(java.util.Locale.ROOT));
    };
  }
}
