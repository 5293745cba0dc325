package dev.colonnade.shell.command;

import dev.colonnade.shell.output.ListingTable;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Describe commands: list and describe the relations, types, functions, roles and databases of a
 * server.
 */
final class DescribeCommands {
  private static final Set<String> SYSTEM_SCHEMAS = Set.of("pg_catalog", "information_schema");

  private static final String CONSTRAINTS =
      """
      SELECT k.conname, pg_catalog.pg_get_constraintdef(k.oid)
      FROM pg_catalog.pg_constraint k
      JOIN pg_catalog.pg_class t ON t.oid = k.conrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
      WHERE t.relname = ? AND n.nspname = coalesce(CAST(? AS TEXT), n.nspname) AND k.contype = ?
      ORDER BY k.conname\
      """;

  private static final String REFERENCES =
      """
      SELECT k.conrelid::regclass::text, k.conname, pg_catalog.pg_get_constraintdef(k.oid)
      FROM pg_catalog.pg_constraint k
      JOIN pg_catalog.pg_class t ON t.oid = k.confrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
      WHERE t.relname = ? AND n.nspname = coalesce(CAST(? AS TEXT), n.nspname) AND k.contype = 'f'
      ORDER BY 1, 2\
      """;

  private static final String VIEW =
      """
      SELECT v.definition FROM pg_catalog.pg_views v
      WHERE v.viewname = ? AND v.schemaname = coalesce(CAST(? AS TEXT), v.schemaname)\
      """;

  private static final String FUNCTIONS =
      """
      SELECT n.nspname AS "Schema", p.proname AS "Name",
        pg_catalog.pg_get_function_result(p.oid) AS "Result",
        pg_catalog.pg_get_function_arguments(p.oid) AS "Arguments"
      FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
      WHERE p.proname LIKE ? ORDER BY 1, 2, 4\
      """;

  private static final String ROLES =
      """
      SELECT r.rolname AS "Role",
        concat_ws(', ', CASE WHEN r.rolsuper THEN 'superuser' END,
          CASE WHEN r.rolcreaterole THEN 'create role' END,
          CASE WHEN r.rolcreatedb THEN 'create database' END,
          CASE WHEN NOT r.rolcanlogin THEN 'cannot log in' END) AS "Attributes"
      FROM pg_catalog.pg_roles r WHERE r.rolname LIKE ? AND r.rolname !~ '^pg_' ORDER BY 1\
      """;

  private static final String TYPES =
      """
      SELECT n.nspname AS "Schema", t.typname AS "Name",
        array_to_string(ARRAY(SELECT e.enumlabel FROM pg_catalog.pg_enum e
          WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder), ', ') AS "Labels"
      FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
      WHERE t.typtype = 'e' AND t.typname LIKE ? ORDER BY 1, 2\
      """;

  private final Connection connection;
  private final PrintWriter out;

  DescribeCommands(Connection connection, PrintWriter out) {
    this.connection = connection;
    this.out = out;
  }

  private DatabaseMetaData metaData() throws SQLException {
    return connection.getMetaData();
  }

  void databases() throws SQLException {
    printNames("Database", metaData().getCatalogs(), "TABLE_CAT");
  }

  void schemas() throws SQLException {
    printNames("Schema", metaData().getSchemas(), "TABLE_SCHEM");
  }

  void functions(String pattern) throws SQLException {
    printQuery(FUNCTIONS, pattern);
  }

  void roles(String pattern) throws SQLException {
    printQuery(ROLES, pattern);
  }

  void types(String pattern) throws SQLException {
    printQuery(TYPES, pattern);
  }

  /** Lists the relations of some types; the pattern can contain a schema. */
  void relations(String pattern, String... types) throws SQLException {
    ListingTable table = new ListingTable("Schema", "Name", "Type");
    int dot = pattern.indexOf('.');
    String schemas = dot < 0 ? null : like(pattern.substring(0, dot));
    String names = pattern.isEmpty() ? null : like(pattern.substring(dot + 1));
    try (ResultSet rows = metaData().getTables(null, schemas, names, types)) {
      while (rows.next()) {
        String schema = String.valueOf(rows.getString("TABLE_SCHEM"));
        if (schemas != null || !SYSTEM_SCHEMAS.contains(schema)) {
          String type = String.valueOf(rows.getString("TABLE_TYPE"));
          table.add(schema, rows.getString("TABLE_NAME"), type.toLowerCase(Locale.ROOT));
        }
      }
    }
    print(table);
  }

  /**
   * Describes a table, a view or a sequence.
   *
   * @param isVerbose whether the query of a view is printed
   */
  void relation(String name, boolean isVerbose) throws SQLException {
    int dot = name.indexOf('.');
    String schema = dot < 0 ? null : name.substring(0, dot);
    String table = name.substring(dot + 1);
    ListingTable columns = new ListingTable("Column", "Type", "Nullable", "Default");
    try (ResultSet rows = metaData().getColumns(null, schema, table, null)) {
      while (rows.next()) {
        boolean isRequired = "NO".equals(rows.getString("IS_NULLABLE"));
        String defaultText = rows.getString("COLUMN_DEF");
        columns.add(
            rows.getString("COLUMN_NAME"),
            typeOf(rows),
            isRequired ? "not null" : "",
            defaultText == null ? "" : defaultText);
      }
    }
    if (columns.isEmpty()) {
      out.println("Did not find any relation named \"" + name + "\".");
      return;
    }
    out.println("Table \"" + name + "\"");
    columns.print(out);
    section("Indexes:", indexes(schema, table));
    section("Check constraints:", lines("\"%s\" %s", CONSTRAINTS, table, schema, "c"));
    section("Foreign-key constraints:", lines("\"%s\" %s", CONSTRAINTS, table, schema, "f"));
    section(
        "Referenced by:", lines("TABLE \"%s\" CONSTRAINT \"%s\" %s", REFERENCES, table, schema));
    if (isVerbose) {
      section("View definition:", lines("%s", VIEW, table, schema));
    }
    out.println();
  }

  private void section(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      out.println(title);
      lines.forEach(line -> out.println("    " + line));
    }
  }

  /** Returns a line for each row of a query; the format has a placeholder for each column. */
  private List<String> lines(String format, String sql, @Nullable String... parameters)
      throws SQLException {
    List<String> lines = new ArrayList<>();
    try (PreparedStatement query = query(sql, parameters);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        Object[] values = new Object[rows.getMetaData().getColumnCount()];
        for (int i = 0; i < values.length; i++) {
          values[i] = String.valueOf(rows.getString(i + 1)).strip();
        }
        lines.add(format.formatted(values));
      }
    }
    return lines;
  }

  private PreparedStatement query(String sql, @Nullable String... parameters) throws SQLException {
    PreparedStatement query = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      query.setString(i + 1, parameters[i]);
    }
    return query;
  }

  private static String typeOf(ResultSet column) throws SQLException {
    String type = String.valueOf(column.getString("TYPE_NAME"));
    int size = column.getInt("COLUMN_SIZE");
    return switch (type) {
      case "numeric" ->
          size == 0 ? type : type + "(" + size + "," + column.getInt("DECIMAL_DIGITS") + ")";
      case "varchar", "bpchar" -> size == Integer.MAX_VALUE ? type : type + "(" + size + ")";
      default -> type;
    };
  }

  private List<String> indexes(@Nullable String schema, String table) throws SQLException {
    String previous = "";
    String condition = "";
    StringBuilder line = new StringBuilder();
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = metaData().getIndexInfo(null, schema, table, false, true)) {
      while (rows.next()) {
        String name = String.valueOf(rows.getString("INDEX_NAME"));
        if (!name.equals(previous)) {
          addLine(line, condition, lines);
          line.append('"').append(name).append('"');
          line.append(rows.getBoolean("NON_UNIQUE") ? " (" : " UNIQUE (");
        } else {
          line.append(", ");
        }
        line.append(rows.getString("COLUMN_NAME"));
        line.append("D".equals(rows.getString("ASC_OR_DESC")) ? " DESC" : "");
        String filter = rows.getString("FILTER_CONDITION");
        condition = filter == null ? "" : " WHERE " + filter;
        previous = name;
      }
    }
    addLine(line, condition, lines);
    return lines;
  }

  private static void addLine(StringBuilder line, String condition, List<String> lines) {
    if (!line.isEmpty()) {
      lines.add(line + ")" + condition);
      line.setLength(0);
    }
  }

  private void printQuery(String sql, String pattern) throws SQLException {
    try (PreparedStatement query = query(sql, pattern.isEmpty() ? "%" : like(pattern));
        ResultSet rows = query.executeQuery()) {
      String[] headers = new String[rows.getMetaData().getColumnCount()];
      for (int i = 0; i < headers.length; i++) {
        headers[i] = rows.getMetaData().getColumnLabel(i + 1);
      }
      ListingTable table = new ListingTable(headers);
      while (rows.next()) {
        @Nullable String[] row = new @Nullable String[headers.length];
        for (int i = 0; i < row.length; i++) {
          row[i] = rows.getString(i + 1);
        }
        table.add(row);
      }
      print(table);
    }
  }

  private void printNames(String header, ResultSet rows, String column) throws SQLException {
    ListingTable table = new ListingTable(header);
    Set<String> names = new TreeSet<>();
    try (rows) {
      while (rows.next()) {
        names.add(String.valueOf(rows.getString(column)));
      }
    }
    names.forEach(table::add);
    print(table);
  }

  private void print(ListingTable table) {
    if (table.isEmpty()) {
      out.println("Nothing found.");
      return;
    }
    table.print(out);
    out.println();
  }

  private static String like(String pattern) {
    return pattern.replace('*', '%').replace('?', '_');
  }
}
