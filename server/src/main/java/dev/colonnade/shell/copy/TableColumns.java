package dev.colonnade.shell.copy;

import dev.colonnade.jdbc.text.SqlScanner;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Columns that a COPY of a table copies: the listed ones, or all that are not generated. */
final class TableColumns {
  private static final String COLUMNS =
      """
      SELECT a.attname FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = CAST(CAST(? AS text) AS regclass) AND a.attnum > 0
        AND NOT a.attisdropped AND a.attgenerated = ''
      ORDER BY a.attnum\
      """;

  private TableColumns() {}

  static List<String> of(CopyRequest request, Connection connection) throws SQLException {
    if (!request.columns().isEmpty()) {
      return request.columns();
    }
    List<String> names = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(COLUMNS)) {
      query.setString(1, request.table());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }

  /** Returns names as a list of quoted identifiers. */
  static String listed(List<String> names) {
    return names.stream().map(SqlScanner::quoteIdentifier).collect(Collectors.joining(", "));
  }
}
