package dev.colonnade.jdbc;

import dev.colonnade.jdbc.text.SqlText;

/** Has statements return the rows that they make, for those who ask for generated keys. */
final class ReturningClause {
  private ReturningClause() {}

  /** Whether the statement is one that can return what it changed. */
  static boolean isChange(String sql) {
    return switch (SqlText.firstWord(sql)) {
      case "INSERT", "UPSERT", "UPDATE", "DELETE", "MERGE" -> true;
      default -> false;
    };
  }

  /** The statement, returning all columns. */
  static String all(String sql) {
    return with(sql, "*");
  }

  /** The statement, returning these columns. */
  static String of(String sql, String[] columnNames) {
    StringBuilder names = new StringBuilder();
    for (String name : columnNames) {
      names.append(names.isEmpty() ? "" : ", ").append(name(name));
    }
    return columnNames.length == 0 ? sql : with(sql, names.toString());
  }

  /** Names come as users write them: in lower case unless they quote or mix them. */
  private static String name(String name) {
    boolean isPlain = name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    boolean isUpper = name.equals(name.toUpperCase(java.util.Locale.ROOT));
    return isPlain && isUpper ? name : SqlText.quotedName(name);
  }

  private static String with(String sql, String columns) {
    if (!isChange(sql) || SqlText.hasWord(sql, "RETURNING")) {
      return sql;
    }
    int end = SqlText.endOfStatement(sql, 0);
    String statement = end < 0 ? sql : sql.substring(0, end);
    return statement + "\nRETURNING " + columns;
  }
}
