package dev.colonnade.shell;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completer of SQL keywords, table and column names, and the shell's commands. */
final class ShellCompleter implements Completer {
  private static final List<String> KEYWORDS =
      List.of(
          "ALTER",
          "AND",
          "AS",
          "ASC",
          "BEGIN",
          "BETWEEN",
          "BY",
          "CASE",
          "COMMIT",
          "CREATE",
          "CROSS",
          "DELETE",
          "DESC",
          "DISTINCT",
          "DROP",
          "ELSE",
          "END",
          "EXISTS",
          "EXPLAIN",
          "FROM",
          "FULL",
          "GROUP",
          "HAVING",
          "IN",
          "INDEX",
          "INNER",
          "INSERT",
          "INTO",
          "IS",
          "JOIN",
          "LEFT",
          "LIKE",
          "LIMIT",
          "NOT",
          "NULL",
          "OFFSET",
          "ON",
          "OR",
          "ORDER",
          "PRIMARY",
          "RETURNING",
          "RIGHT",
          "ROLLBACK",
          "SELECT",
          "SEQUENCE",
          "SET",
          "SHOW",
          "TABLE",
          "THEN",
          "TRUNCATE",
          "UNION",
          "UPDATE",
          "USING",
          "VALUES",
          "VIEW",
          "WHEN",
          "WHERE",
          "WITH");

  private final Connection connection;

  ShellCompleter(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String word = line.word();
    if (word.startsWith("\\")) {
      ShellCommands.NAMES.forEach(name -> candidates.add(new Candidate(name)));
      return;
    }
    boolean isLower = !word.isEmpty() && word.equals(word.toLowerCase(Locale.ROOT));
    for (String keyword : KEYWORDS) {
      candidates.add(new Candidate(isLower ? keyword.toLowerCase(Locale.ROOT) : keyword));
    }
    names().forEach(name -> candidates.add(new Candidate(name)));
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    try (ResultSet columns = connection.getMetaData().getColumns(null, "public", null, null)) {
      while (columns.next()) {
        names.add(String.valueOf(columns.getString("TABLE_NAME")));
        names.add(String.valueOf(columns.getString("COLUMN_NAME")));
      }
    } catch (SQLException unavailable) {
      return names; // completes without names
    }
    return names;
  }
}
