package dev.colonnade.sql.function.library.text;

import dev.colonnade.sql.function.scalar.Texts;
import org.jspecify.annotations.Nullable;

/** Quoting of identifiers and literals in SQL text. */
final class SqlQuoting {
  private SqlQuoting() {}

  /** Returns an identifier, in double quotes if necessary. */
  static String quoteIdent(String name) {
    boolean isPlain = name.matches("[a-z_][a-z0-9_$]*") && !ReservedKeywords.contains(name);
    return isPlain ? name : '"' + Texts.replace(name, "\"", "\"\"") + '"';
  }

  /** Returns a string literal. */
  static String quoteLiteral(String value) {
    String quoted = "'" + Texts.replace(Texts.replace(value, "'", "''"), "\\", "\\\\") + "'";
    return quoted.contains("\\") ? "E" + quoted : quoted;
  }

  /** Returns a string literal, or NULL. */
  static String quoteNullable(@Nullable String value) {
    return value == null ? "NULL" : quoteLiteral(value);
  }
}
