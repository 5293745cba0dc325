package dev.colonnade.sql.block;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * Value with its type.
 *
 * @param typeName of an enum, whose {@code type} is text; null for all other types
 */
record TypedValue(SqlType type, @Nullable Object value, @Nullable String typeName) {
  /** NULL of unknown type. */
  static final TypedValue NULL = of(SqlType.of(TypeKind.TEXT), null);

  TypedValue {
    requireNonNull(type, "type is null");
  }

  static TypedValue of(SqlType type, @Nullable Object value) {
    return new TypedValue(type, value, null);
  }

  static TypedValue text(@Nullable String value) {
    return of(SqlType.of(TypeKind.TEXT), value);
  }

  /** Returns the type of a parameter for this value: without type modifiers; null if unknown. */
  @Nullable SqlType parameterType() {
    return switch (type.kind()) {
      case CHAR -> SqlType.of(TypeKind.TEXT);
      case VOID, UNKNOWN -> null;
      case ARRAY -> type;
      default ->
          type.precision() == SqlType.NONE && type.scale() == SqlType.NONE
              ? type
              : SqlType.of(type.kind());
    };
  }
}
