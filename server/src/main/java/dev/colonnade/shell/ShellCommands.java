package dev.colonnade.shell;

import dev.colonnade.shell.output.DisplaySettings;
import dev.colonnade.shell.output.OutputFormat;
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

/** Interpreter of the shell's commands, which are lines that begin with a backslash. */
final class ShellCommands {
  /** Shell as its commands use it. */
  interface Host {
    /** Runs a statement or a command and prints an error; returns false if it failed. */
    boolean run(String text);

    /**
     * Runs all statements and commands of a text up to the first failure; returns false if one
     * failed.
     */
    boolean runAll(String text);

    /**
     * Runs a statement periodically until it fails or the user cancels it.
     *
     * @return false if it failed
     */
    boolean watch(String sql, long pauseMillis);

    /** Returns the last statement that ran; empty if there was none. */
    String lastStatement();

    /** Ends the shell after the current command. */
    void quit();
  }

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
            \\d [NAME]          list tables, views and sequences, or describe one; \\d+ NAME adds a view's query
      \\dt \\dv \\ds \\di    list tables, views, sequences or indexes [matching a PATTERN]
      \\df \\dT \\du        list functions, types or roles [matching a PATTERN]
      \\dn                list schemas
      \\l                 list databases
      \\conninfo          show the current connection
      \\i FILE            run the statements of a file
      \\g \\gx            run the preceding or the last statement; \\gx with expanded output
      \\watch [SECONDS]   run it periodically until it fails or Ctrl-C is pressed (default: 2)
      \\x [on|off]        expanded output: each value on a line of its own
      \\format FORMAT     output format: aligned, csv or json
      \\timing [on|off]   show the execution time of statements
      \\echo TEXT         print a text
      \\q                 quit
      Ctrl-C cancels the running statement, Ctrl-D quits.\
      """;

  private static final double WATCH_SECONDS = 2;
  private static final double WATCH_SECONDS_MAX = 86_400;

  private final Host shell;
  private final Connection connection;
  private final DisplaySettings display;
  private final PrintWriter out;
  private final PrintWriter err;
  private final DescribeCommands descriptions;

  ShellCommands(
      Host shell,
      Connection connection,
      DisplaySettings display,
      PrintWriter out,
      PrintWriter err) {
    this.shell = shell;
    this.connection = connection;
    this.display = display;
    this.out = out;
    this.err = err;
    this.descriptions = new DescribeCommands(connection, out);
  }

  /**
   * Runs a command.
   *
   * @param text the command; its further lines are the statement that precedes it in the input
   * @return false if it failed
   */
  boolean run(String text) throws SQLException {
    String line = text.lines().findFirst().orElse("");
    String statement = text.substring(line.length()).strip();
    String[] words = line.strip().replaceAll(";+$", "").split("\\s+", 2);
    String argument = words.length > 1 ? words[1].strip() : "";
    return switch (words[0]) {
      case "\\format" -> format(argument);
      case "\\i" -> include(argument);
      case "\\g" -> shell.run(orLast(statement));
      case "\\gx" -> runExpanded(orLast(statement));
      case "\\watch" -> watch(orLast(statement), argument);
      default -> runSimple(words[0], argument);
    };
  }

  private boolean runSimple(String command, String argument) throws SQLException {
    switch (command) {
      case "\\?", "\\h" -> out.println(HELP);
      case "\\q" -> shell.quit();
      case "\\x" -> display.isExpanded(toggled(argument, display.isExpanded(), "Expanded output"));
      case "\\timing" -> display.showsTiming(toggled(argument, display.showsTiming(), "Timing"));
      case "\\echo" -> out.println(argument);
      case "\\conninfo" -> printConnection();
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
        return fail("unknown command: " + command + " (\\? lists the commands)");
      }
    }
    return true;
  }

  private void describe(String name, boolean isVerbose) throws SQLException {
    if (name.isEmpty()) {
      descriptions.relations("", "TABLE", "VIEW", "MATERIALIZED VIEW", "SEQUENCE");
    } else {
      descriptions.relation(name, isVerbose);
    }
  }

  private boolean fail(String reason) {
    err.println(reason);
    err.flush();
    return false;
  }

  /** Returns the statement that precedes a command, or else the last one that ran. */
  private String orLast(String statement) {
    return statement.isEmpty() ? shell.lastStatement() : statement;
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
    } catch (NumberFormatException notNumeric) {
      // reported below, like a number that is out of range
    }
    return fail("\\watch requires a number of seconds from 0 to 86400: " + argument);
  }

  private void printConnection() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current_database(), current_user")) {
      row.next();
      out.println(
          "Connected to database \"%s\" as user \"%s\" at %s."
              .formatted(row.getString(1), row.getString(2), connection.getMetaData().getURL()));
    }
  }

  private boolean toggled(String argument, boolean before, String what) {
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
    return fail("\\format must be aligned, csv or json: " + argument);
  }

  private boolean include(String file) {
    try {
      return shell.runAll(Files.readString(Path.of(file)));
    } catch (IOException | java.nio.file.InvalidPathException unreadable) {
      return fail("file cannot be read: " + file);
    }
  }
}
