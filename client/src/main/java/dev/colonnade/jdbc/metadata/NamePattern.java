package dev.colonnade.jdbc.metadata;

import dev.colonnade.jdbc.text.SqlText;
import org.jspecify.annotations.Nullable;

/** Conditions on names. */
final class NamePattern {
  private NamePattern() {}

  /** The condition that a name is like a pattern of JDBC's; empty if everything is meant. */
  static String like(String column, @Nullable String pattern) {
    if (pattern == null || pattern.equals("%")) {
      return "";
    }
    boolean isPlain = pattern.indexOf('%') < 0 && pattern.indexOf('_') < 0;
    return isPlain
        ? is(column, pattern.replace("\\", ""))
        : " AND " + column + " LIKE " + SqlText.quotedText(pattern);
  }

  /** The condition that the connection's database is meant; empty if it is. */
  static String catalog(@Nullable String catalog, String database) {
    return catalog == null || catalog.isEmpty() || catalog.equals(database) ? "" : " AND FALSE";
  }

  /** The condition that a name is that one; empty if none is given. */
  static String is(String column, @Nullable String name) {
    return name == null || name.isEmpty()
        ? ""
        : " AND " + column + " = " + SqlText.quotedText(name);
  }
}
