package dev.colonnade.shell.copy;

import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  private static final String ARRAYS =
      """
      SELECT attname FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
      WHERE attrelid = CAST(CAST(? AS text) AS regclass) AND attnum > 0 AND typcategory = 'A'
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

  /** Returns arrays of text for columns of arrays, and text for all others. */
  static List<SqlType> typesOf(String table, List<String> names, Connection connection)
      throws SQLException {
    Set<String> arrays = new HashSet<>();
    try (PreparedStatement query = connection.prepareStatement(ARRAYS)) {
      query.setString(1, table);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          arrays.add(rows.getString(1));
        }
      }
    }
    SqlType text = SqlType.of(TypeKind.TEXT);
    SqlType array = SqlType.arrayOf(text);
    return names.stream().map(name -> arrays.contains(name) ? array : text).toList();
  }

  /** Returns names as a list of quoted identifiers. */
  static String listed(List<String> names) {
    return names.stream().map(SqlScanner::quoteIdentifier).collect(Collectors.joining(", "));
  }
}
