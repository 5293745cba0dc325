package dev.colonnade.shell;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The lines that begin with a backslash. */
final class ShellCommands {
  static final List<String> NAMES =
      List.of(
          "\\?",
          "\\conninfo",
          "\\d",
          "\\dT",
          "\\df",
          "\\di",
          "\\dn",
          "\\ds",
          "\\dt",
          "\\du",
          "\\dv",
          "\\echo",
          "\\format",
          "\\g",
          "\\gx",
          "\\i",
          "\\l",
          "\\q",
          "\\timing",
          "\\watch",
          "\\x");

  private static final String HELP =
      """
      \\d [NAME]          tables, views and sequences; or what a table is made of, \\d+ also a view
      \\dt \\dv \\ds \\di    tables, views, sequences, indexes; a pattern can follow
      \\df \\dT \\du        functions, types, roles; a pattern can follow
      \\dn                schemas
      \\l                 databases
      \\conninfo          where the shell is connected
      \\i FILE            run a file
      \\g \\gx            run what stands before, or the last statement again; \\gx as with \\x on
      \\watch [SECONDS]   the same again and again, until it fails or Ctrl-C
      \\x [on|off]        each value on a line of its own
      \\format FORMAT     aligned, csv or json
      \\timing [on|off]   how long statements take
      \\echo TEXT         show a text
      \\q                 leave
      Ctrl-C cancels the statement that runs, Ctrl-D leaves.\
      """;

  private static final double WATCH_SECONDS = 2;
  private static final double WATCH_SECONDS_MAX = 86_400;

  private final Shell shell;
  private final Connection connection;
  private final Display display;
  private final PrintWriter out;
  private final Descriptions descriptions;

  ShellCommands(Shell shell, Connection connection, Display display, PrintWriter out) {
    this.shell = shell;
    this.connection = connection;
    this.display = display;
    this.out = out;
    this.descriptions = new Descriptions(connection, out);
  }

  /** Runs a line, and below it the statement that stood before it; false if it failed. */
  boolean run(String text) throws SQLException {
    String line = text.lines().findFirst().orElse("");
    String statement = text.substring(line.length()).strip();
    String[] words = line.strip().replaceAll(";+$", "").split("\\s+", 2);
    String argument = words.length > 1 ? words[1].strip() : "";
    return switch (words[0]) {
      case "\\format" -> format(argument);
      case "\\i" -> include(argument);
      case "\\g" -> shell.run(chosen(statement));
      case "\\gx" -> runExpanded(chosen(statement));
      case "\\watch" -> watch(chosen(statement), argument);
      default -> runSimple(words[0], argument);
    };
  }

  private boolean runSimple(String command, String argument) throws SQLException {
    switch (command) {
      case "\\?", "\\h" -> out.println(HELP);
      case "\\q" -> shell.leave();
      case "\\x" -> display.isExpanded(chosen(argument, display.isExpanded(), "Expanded display"));
      case "\\timing" -> display.showsTiming(chosen(argument, display.showsTiming(), "Timing"));
      case "\\echo" -> out.println(argument);
      case "\\conninfo" -> tellConnection();
      case "\\l", "\\l+" -> descriptions.databases();
      case "\\d" -> describe(argument, false);
      case "\\d+" -> describe(argument, true);
      default -> {
        return list(command, argument);
      }
    }
    return true;
  }

  private boolean list(String command, String pattern) throws SQLException {
    switch (command.replaceAll("\\+$", "")) {
      case "\\dn" -> descriptions.schemas();
      case "\\dt" -> descriptions.relations(pattern, "TABLE");
      case "\\dv" -> descriptions.relations(pattern, "VIEW");
      case "\\ds" -> descriptions.relations(pattern, "SEQUENCE");
      case "\\di" -> descriptions.relations(pattern, "INDEX");
      case "\\df" -> descriptions.functions(pattern);
      case "\\dT" -> descriptions.types(pattern);
      case "\\du", "\\dg" -> descriptions.roles(pattern);
      default -> {
        return refuse("no such command: " + command + " (\\? lists them)");
      }
    }
    return true;
  }

  private void describe(String name, boolean isLong) throws SQLException {
    if (name.isEmpty()) {
      descriptions.relations("", "TABLE", "VIEW", "MATERIALIZED VIEW", "SEQUENCE");
    } else {
      descriptions.relation(name, isLong);
    }
  }

  private boolean refuse(String why) {
    shell.streams().err().println(why);
    shell.streams().err().flush();
    return false;
  }

  /** The statement that stood before a command, or else the last one that ran. */
  private String chosen(String statement) {
    return statement.isEmpty() ? shell.last() : statement;
  }

  private boolean runExpanded(String statement) {
    boolean before = display.isExpanded();
    display.isExpanded(true);
    try {
      return shell.run(statement);
    } finally {
      display.isExpanded(before);
    }
  }

  private boolean watch(String statement, String argument) {
    try {
      double seconds = argument.isEmpty() ? WATCH_SECONDS : Double.parseDouble(argument);
      if (seconds >= 0 && seconds <= WATCH_SECONDS_MAX) {
        return shell.watch(statement, Math.round(seconds * TimeUnit.SECONDS.toMillis(1)));
      }
    } catch (NumberFormatException refused) {
      // told below, as for numbers that are out of range
    }
    return refuse("\\watch takes a number of seconds: " + argument);
  }

  private void tellConnection() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current_database(), current_user")) {
      row.next();
      out.println(
          "Database \"%s\" as user \"%s\" by %s."
              .formatted(row.getString(1), row.getString(2), connection.getMetaData().getURL()));
    }
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
    return refuse("\\format takes aligned, csv or json: " + argument);
  }

  private boolean include(String file) {
    try {
      return shell.runAll(Files.readString(Path.of(file)));
    } catch (IOException | java.nio.file.InvalidPathException unreadable) {
      return refuse("file cannot be read: " + file);
    }
  }
}
