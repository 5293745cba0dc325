package dev.colonnade.shell;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The lines that begin with a backslash. */
final class ShellCommands {
  static final List<String> NAMES =
      List.of(
          "\\?",
          "\\d",
          "\\di",
          "\\dn",
          "\\ds",
          "\\dt",
          "\\dv",
          "\\format",
          "\\i",
          "\\l",
          "\\q",
          "\\timing",
          "\\x");

  private static final String HELP =
      """
      \\d [NAME]          tables, views and sequences; or what a table is made of
      \\dt \\dv \\ds \\di    tables, views, sequences, indexes; a pattern can follow
      \\dn                schemas
      \\l                 databases
      \\i FILE            run a file
      \\x [on|off]        each value on a line of its own
      \\format FORMAT     aligned, csv or json
      \\timing [on|off]   how long statements take
      \\q                 leave
      Ctrl-C cancels the statement that runs, Ctrl-D leaves.\
      """;

  private static final Set<String> SYSTEM_SCHEMAS = Set.of("pg_catalog", "information_schema");

  private final Shell shell;
  private final Connection connection;
  private final Display display;
  private final PrintWriter out;

  ShellCommands(Shell shell, Connection connection, Display display, PrintWriter out) {
    this.shell = shell;
    this.connection = connection;
    this.display = display;
    this.out = out;
  }

  /** Runs a line; false if it failed. */
  boolean run(String line) throws SQLException {
    String[] words = line.strip().replaceAll(";+$", "").split("\\s+", 2);
    String argument = words.length > 1 ? words[1].strip() : "";
    switch (words[0]) {
      case "\\?", "\\h" -> out.println(HELP);
      case "\\q" -> shell.leave();
      case "\\x" -> display.isExpanded(chosen(argument, display.isExpanded(), "Expanded display"));
      case "\\timing" -> display.showsTiming(chosen(argument, display.showsTiming(), "Timing"));
      case "\\format" -> {
        return format(argument);
      }
      case "\\i" -> {
        return include(argument);
      }
      case "\\l" -> list("Database", meta().getCatalogs(), "TABLE_CAT");
      case "\\dn" -> list("Schema", meta().getSchemas(), "TABLE_SCHEM");
      case "\\d" -> describe(argument);
      case "\\dt" -> relations(argument, "TABLE");
      case "\\dv" -> relations(argument, "VIEW");
      case "\\ds" -> relations(argument, "SEQUENCE");
      case "\\di" -> relations(argument, "INDEX");
      default -> {
        shell.streams().err().println("no such command: " + words[0] + " (\\? lists them)");
        shell.streams().err().flush();
        return false;
      }
    }
    return true;
  }

  private DatabaseMetaData meta() throws SQLException {
    return connection.getMetaData();
  }

  private boolean chosen(String argument, boolean before, String what) {
    boolean on =
        switch (argument.toLowerCase(Locale.ROOT)) {
          case "on" -> true;
          case "off" -> false;
          default -> !before;
        };
    out.println(what + " is " + (on ? "on." : "off."));
    return on;
  }

  private boolean format(String argument) {
    for (OutputFormat format : OutputFormat.values()) {
      if (format.toString().equals(argument)) {
        display.format(format);
        return true;
      }
    }
    shell.streams().err().println("\\format takes aligned, csv or json: " + argument);
    shell.streams().err().flush();
    return false;
  }

  private boolean include(String file) {
    try {
      return shell.runAll(Files.readString(Path.of(file)));
    } catch (IOException | java.nio.file.InvalidPathException unreadable) {
      shell.streams().err().println("file cannot be read: " + file);
      shell.streams().err().flush();
      return false;
    }
  }

  private void describe(String name) throws SQLException {
    if (name.isEmpty()) {
      relations("", "TABLE", "VIEW", "MATERIALIZED VIEW", "SEQUENCE");
      return;
    }
    int dot = name.indexOf('.');
    String schema = dot < 0 ? null : name.substring(0, dot);
    String table = name.substring(dot + 1);
    TextTable columns = new TextTable("Column", "Type", "Nullable", "Default");
    try (ResultSet rows = meta().getColumns(null, schema, table, null)) {
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
      out.println("There is nothing of that name: " + name);
      return;
    }
    out.println("Table \"" + name + "\"");
    columns.print(out);
    indexes(schema, table);
    out.println();
  }

  private static String typeOf(ResultSet column) throws SQLException {
    String type = String.valueOf(column.getString("TYPE_NAME"));
    return switch (type) {
      case "numeric" ->
          column.getInt("COLUMN_SIZE") == 0
              ? type
              : type
                  + "("
                  + column.getInt("COLUMN_SIZE")
                  + ","
                  + column.getInt("DECIMAL_DIGITS")
                  + ")";
      case "varchar", "bpchar" ->
          column.getInt("COLUMN_SIZE") == Integer.MAX_VALUE
              ? type
              : type + "(" + column.getInt("COLUMN_SIZE") + ")";
      default -> type;
    };
  }

  private void indexes(@org.jspecify.annotations.Nullable String schema, String table)
      throws SQLException {
    String previous = "";
    StringBuilder line = new StringBuilder();
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = meta().getIndexInfo(null, schema, table, false, true)) {
      while (rows.next()) {
        String name = String.valueOf(rows.getString("INDEX_NAME"));
        if (!name.equals(previous)) {
          addLine(line, lines);
          line.append("    \"").append(name).append('"');
          line.append(rows.getBoolean("NON_UNIQUE") ? " (" : " UNIQUE (");
        } else {
          line.append(", ");
        }
        line.append(rows.getString("COLUMN_NAME"));
        line.append("D".equals(rows.getString("ASC_OR_DESC")) ? " DESC" : "");
        previous = name;
      }
    }
    addLine(line, lines);
    if (!lines.isEmpty()) {
      out.println("Indexes:");
      lines.forEach(out::println);
    }
  }

  private static void addLine(StringBuilder line, List<String> lines) {
    if (!line.isEmpty()) {
      lines.add(line + ")");
      line.setLength(0);
    }
  }

  private void relations(String pattern, String... types) throws SQLException {
    TextTable table = new TextTable("Schema", "Name", "Type");
    String like = pattern.isEmpty() ? null : pattern.replace('*', '%');
    try (ResultSet rows = meta().getTables(null, null, like, types)) {
      while (rows.next()) {
        String schema = String.valueOf(rows.getString("TABLE_SCHEM"));
        if (!SYSTEM_SCHEMAS.contains(schema)) {
          String type = String.valueOf(rows.getString("TABLE_TYPE"));
          table.add(schema, rows.getString("TABLE_NAME"), type.toLowerCase(Locale.ROOT));
        }
      }
    }
    if (table.isEmpty()) {
      out.println("There is none.");
      return;
    }
    table.print(out);
    out.println();
  }

  private void list(String head, ResultSet answer, String column) throws SQLException {
    TextTable table = new TextTable(head);
    Set<String> names = new TreeSet<>();
    try (answer) {
      while (answer.next()) {
        names.add(String.valueOf(answer.getString(column)));
      }
    }
    names.forEach(table::add);
    table.print(out);
    out.println();
  }
}
