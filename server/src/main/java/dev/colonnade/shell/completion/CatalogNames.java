package dev.colonnade.shell.completion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.shell.command.CommandHost;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Names in the catalog that begin with a text. A failed transaction, in which nothing can be read,
 * has none.
 */
final class CatalogNames {
  private static final int NAMES_MAX = 500;

  private static final String RELATIONS =
      """
      SELECT CASE WHEN pg_catalog.pg_table_is_visible(c.oid) AND strpos(?, '.') = 0
          THEN quote_ident(c.relname)
          ELSE quote_ident(n.nspname) || '.' || quote_ident(c.relname) END AS name
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE strpos(?, c.relkind::text) > 0
        AND (pg_catalog.pg_table_is_visible(c.oid) AND n.nspname <> 'pg_catalog'
          OR n.nspname = split_part(?, '.', 1) OR starts_with(c.relname, split_part(?, '.', 1)))\
      """;

  private static final String COLUMNS =
      """
      SELECT DISTINCT quote_ident(a.attname) AS name FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = pg_catalog.to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped\
      """;

  private final CommandHost shell;

  CatalogNames(CommandHost shell) {
    this.shell = requireNonNull(shell, "shell is null");
  }

  /**
   * Returns relations.
   *
   * @param kinds characters of {@code pg_class.relkind}
   */
  List<String> relations(String prefix, String kinds) {
    return matching(prefix, RELATIONS, prefix, kinds, prefix, prefix);
  }

  List<String> columns(String table, String prefix) {
    return matching(prefix, COLUMNS, table);
  }

  List<String> schemas(String prefix) {
    return matching(prefix, "SELECT quote_ident(n.nspname) AS name FROM pg_catalog.pg_namespace n");
  }

  List<String> databases(String prefix) {
    return matching(prefix, "SELECT quote_ident(d.datname) AS name FROM pg_catalog.pg_database d");
  }

  List<String> roles(String prefix) {
    return matching(prefix, "SELECT quote_ident(r.rolname) AS name FROM pg_catalog.pg_roles r");
  }

  List<String> settings(String prefix) {
    return matching(prefix, "SELECT s.name AS name FROM pg_catalog.pg_settings s");
  }

  List<String> functions(String prefix) {
    return matching(
        prefix,
        "SELECT DISTINCT p.proname || '(' AS name FROM pg_catalog.pg_proc p"
            + " WHERE pg_catalog.pg_function_is_visible(p.oid) AND p.proname !~ '^(pg_|_)'");
  }

  List<String> types(String prefix) {
    return matching(
        prefix,
        "SELECT quote_ident(t.typname) AS name FROM pg_catalog.pg_type t"
            + " WHERE pg_catalog.pg_type_is_visible(t.oid) AND t.typname !~ '^_'");
  }

  /** Returns the names that a query selects and that begin with a text. */
  private List<String> matching(String prefix, String query, String... parameters) {
    String sql =
        "SELECT q.name FROM ("
            + query
            + ") q WHERE starts_with(q.name, ?) ORDER BY 1 LIMIT "
            + NAMES_MAX;
    List<String> names = new ArrayList<>();
    try {
      if (shell.transaction() == WireTransactionState.FAILED) {
        return names;
      }
      Connection connection = shell.connection();
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < parameters.length; i++) {
          statement.setString(i + 1, parameters[i]);
        }
        statement.setString(parameters.length + 1, prefix);
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            names.add(rows.getString(1));
          }
        }
      }
    } catch (SQLException unavailable) {
      return names; // completes without names
    }
    return names;
  }
}
