package dev.colonnade.sql.expression;

import dev.colonnade.sql.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** SQL text of constants, as EXPLAIN of PostgreSQL writes them. */
final class LiteralText {
  private LiteralText() {}

  static String of(TypeKind kind, @Nullable Object value) {
    if (value == null) {
      return kind == TypeKind.UNKNOWN ? "NULL" : "NULL::" + kind.sqlName();
    }
    return switch (kind) {
      case BOOLEAN, INTEGER -> value.toString();
      case NUMERIC -> quotedIfNegative(value.toString(), kind);
      default -> "'" + value.toString().replace("'", "''") + "'::" + kind.sqlName();
    };
  }

  private static String quotedIfNegative(String number, TypeKind kind) {
    return number.startsWith("-") ? "'" + number + "'::" + kind.sqlName() : number;
  }
}
