package dev.colonnade.jdbc.text;

/**
 * Rewriting of statements that adds a RETURNING clause, by which the driver reads generated keys.
 */
public final class ReturningClause {
  private ReturningClause() {}

  /** Returns whether the statement is an INSERT, UPSERT, UPDATE, DELETE or MERGE. */
  public static boolean isChange(String sql) {
    return switch (SqlScanner.firstKeyword(sql)) {
      case "INSERT", "UPSERT", "UPDATE", "DELETE", "MERGE" -> true;
      default -> false;
    };
  }

  /** Returns the statement with RETURNING of all columns, unless it has one or changes no rows. */
  public static String all(String sql) {
    return with(sql, "*");
  }

  /**
   * Returns the statement with RETURNING of these columns, unless it has one or changes no rows.
   */
  public static String of(String sql, String[] columnNames) {
    StringBuilder names = new StringBuilder();
    for (String name : columnNames) {
      names.append(names.isEmpty() ? "" : ", ").append(name(name));
    }
    return columnNames.length == 0 ? sql : with(sql, names.toString());
  }

  /**
   * Returns a column name as an identifier. A plain name in upper case stays unquoted, so that the
   * server folds it to lower case; any other name is quoted.
   */
  private static String name(String name) {
    boolean isPlain = name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    boolean isUpper = name.equals(name.toUpperCase(java.util.Locale.ROOT));
    return isPlain && isUpper ? name : SqlScanner.quoteIdentifier(name);
  }

  private static String with(String sql, String columns) {
    if (!isChange(sql) || SqlScanner.hasKeyword(sql, "RETURNING")) {
      return sql;
    }
    int end = SqlScanner.endOfStatement(sql, 0);
    String statement = end < 0 ? sql : sql.substring(0, end);
    return statement + "\nRETURNING " + columns;
  }
}
