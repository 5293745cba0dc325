package dev.colonnade.sql.statement;

import dev.colonnade.sql.error.SqlErrors;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;

/** Words that PostgreSQL takes for the name of a column only in quotes, and the grammar as well. */
final class ReservedColumnNames {
  private static final Set<String> WORDS =
      Set.of(
          "analyse",
          "asc",
          "collation",
          "concurrently",
          "deferrable",
          "desc",
          "freeze",
          "ilike",
          "initially",
          "isnull",
          "notnull",
          "placing",
          "variadic");

  private ReservedColumnNames() {}

  /** SYNTAX_ERROR if the name of a new column is one of them, and not in quotes. */
  static void refuse(String sql, SqlIdentifier name) {
    if (!WORDS.contains(name.getSimple())) {
      return;
    }
    int position = SqlErrors.position(sql, name.getParserPosition());
    boolean isQuoted = position > 0 && sql.startsWith("\"", position - 1);
    if (position > 0 && !isQuoted) {
      throw SqlErrors.syntax(sql, position);
    }
  }
}
