package dev.colonnade.sql.function.call;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;

/** What a signature says of an argument or of the result. */
sealed interface ParameterType {
  /** Exactly a type. */
  record Exact(SqlType type) implements ParameterType {}

  /** Any type, each argument its own. */
  record Any() implements ParameterType {}

  /** Any type, turned into text. */
  record AnyText() implements ParameterType {}

  /** Any type, turned into the JSON that stands for it. */
  record AnyJson() implements ParameterType {}

  /** Any type, in whose place its name comes. */
  record AnyTypeName() implements ParameterType {}

  /** An array of any type, turned into one of texts. */
  record AnyTextArray() implements ParameterType {}

  /** One type for all arguments of the signature that say so, and the elements of its arrays. */
  record AnyElement() implements ParameterType {}

  /** An array of the type that stands for {@link AnyElement}. */
  record AnyArray() implements ParameterType {}

  /** The type of this name. */
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
