package dev.colonnade.jdbc.metadata;

import dev.colonnade.jdbc.text.SqlScanner;
import org.jspecify.annotations.Nullable;

/** SQL predicates on names of the catalog. */
final class NamePattern {
  private NamePattern() {}

  /**
   * Returns the predicate that a name matches a JDBC pattern; empty if the pattern matches every
   * name.
   */
  static String like(String column, @Nullable String pattern) {
    if (pattern == null || pattern.equals("%")) {
      return "";
    }
    boolean isPlain = pattern.indexOf('%') < 0 && pattern.indexOf('_') < 0;
    return isPlain
        ? is(column, pattern.replace("\\", ""))
        : " AND " + column + " LIKE " + SqlScanner.quoteLiteral(pattern);
  }

  /**
   * Returns the predicate that a catalog is the connection's database: empty if it is, else false.
   */
  static String catalog(@Nullable String catalog, String database) {
    return catalog == null || catalog.isEmpty() || catalog.equals(database) ? "" : " AND FALSE";
  }

  /** Returns the predicate that a name is equal to another; empty if that is null or empty. */
  static String is(String column, @Nullable String name) {
    return name == null || name.isEmpty()
        ? ""
        : " AND " + column + " = " + SqlScanner.quoteLiteral(name);
  }
}
