package dev.colonnade.shell.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.shell.copy.CopyRequest;
import dev.colonnade.shell.output.DisplaySettings;
import dev.colonnade.shell.output.DisplaySettings.Expanded;
import dev.colonnade.shell.variable.CommandArguments;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Interpreter of the shell's commands, which begin with a backslash. */
public final class ShellCommands {
  private static final List<String> DESCRIBE_COMMANDS =
      List.of(
          "\\d", "\\d+", "\\dT", "\\df", "\\dg", "\\di", "\\dn", "\\ds", "\\dt", "\\du", "\\dv",
          "\\l");

  private static final Set<String> DISPLAY_COMMANDS =
      Set.of("\\C", "\\a", "\\f", "\\format", "\\pset", "\\t", "\\timing", "\\x");

  private static final Set<String> VARIABLE_COMMANDS =
      Set.of("\\echo", "\\prompt", "\\qecho", "\\set", "\\unset", "\\warn");

  private static final Set<String> FILE_COMMANDS =
      Set.of("\\!", "\\copy", "\\e", "\\edit", "\\i", "\\include", "\\o", "\\out", "\\s", "\\w");

  private static final List<String> OTHER_COMMANDS =
      List.of(
          "\\?",
          "\\c",
          "\\conninfo",
          "\\elif",
          "\\else",
          "\\endif",
          "\\g",
          "\\gset",
          "\\gx",
          "\\h",
          "\\if",
          "\\p",
          "\\q",
          "\\r",
          "\\watch");

  /** Names of all commands, ordered. */
  public static final List<String> NAMES =
      Stream.of(
              DESCRIBE_COMMANDS.stream(),
              DISPLAY_COMMANDS.stream(),
              VARIABLE_COMMANDS.stream(),
              FILE_COMMANDS.stream(),
              OTHER_COMMANDS.stream())
          .flatMap(names -> names)
          .sorted()
          .toList();

  private static final double WATCH_SECONDS = 2;
  private static final double WATCH_SECONDS_MAX = 86_400;

  private final CommandHost shell;
  private final DisplaySettings display;
  private final DisplayCommands displayCommands;
  private final VariableCommands variableCommands;
  private final FileCommands fileCommands;

  public ShellCommands(CommandHost shell) {
    this.shell = requireNonNull(shell, "shell is null");
    this.display = shell.display();
    this.displayCommands = new DisplayCommands(shell);
    this.variableCommands = new VariableCommands(shell);
    this.fileCommands = new FileCommands(shell);
  }

  /**
   * Runs a command.
   *
   * @param text the command; its further lines are the statement that precedes it in the input
   * @return false if it failed
   */
  public boolean run(String text) throws SQLException {
    String line = text.lines().findFirst().orElse("").strip();
    String statement = text.substring(text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n'));
    int end = 0;
    while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
      end++;
    }
    String rest = line.substring(end).strip();
    try {
      return run(line.substring(0, end).replaceAll(";+$", ""), rest, statement.strip());
    } catch (IllegalArgumentException | IOException e) {
      return fail(String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      return fail(String.valueOf(e.getMessage()));
    }
  }

  private boolean run(String command, String rest, String statement)
      throws SQLException, IOException {
    List<String> words = CommandArguments.parse(rest, shell.variables());
    if (DISPLAY_COMMANDS.contains(command)) {
      return displayCommands.run(command, words.stream().map(CommandArguments::unquoted).toList());
    } else if (VARIABLE_COMMANDS.contains(command)) {
      return variableCommands.run(command, words);
    } else if (FILE_COMMANDS.contains(command)) {
      List<String> names = words.stream().map(CommandArguments::unquoted).toList();
      return fileCommands.run(command, names, rest, statement);
    }
    List<String> arguments = CommandArguments.parse(withoutEnd(rest), shell.variables());
    return switch (command) {
      case "\\g" -> execute(orLast(statement), arguments);
      case "\\gx" -> executeExpanded(orLast(statement), arguments);
      case "\\gset" ->
          shell.setVariables(orLast(statement), arguments.isEmpty() ? "" : arguments.getFirst());
      case "\\watch" -> watch(orLast(statement), arguments.isEmpty() ? "" : arguments.getFirst());
      case "\\p", "\\print" -> print(statement.isEmpty() ? shell.lastInput() : statement);
      case "\\h", "\\help" -> print(CommandHelp.ofStatement(withoutEnd(rest)));
      default -> runSimple(command, arguments);
    };
  }

  /** Returns a text without semicolons at its end. */
  private static String withoutEnd(String text) {
    return text.replaceAll(";+$", "").strip();
  }

  /** Copies rows as {@code \copy} does. */
  public boolean copy(CopyRequest request) throws SQLException {
    try {
      return fileCommands.copy(request);
    } catch (IOException e) {
      return fail(String.valueOf(e.getMessage()));
    }
  }

  private boolean runSimple(String command, List<String> arguments) throws SQLException {
    String first = arguments.isEmpty() ? "" : arguments.getFirst();
    switch (command) {
      case "\\?" -> print(CommandHelp.COMMANDS);
      case "\\q", "\\quit" -> shell.quit();
      case "\\r", "\\reset" -> print("Query buffer reset (cleared).");
      case "\\c", "\\connect" -> {
        shell.reconnect(arguments.stream().map(CommandArguments::unquoted).toList());
        print("You are now connected " + connectionText());
      }
      case "\\conninfo" -> print("Connected " + connectionText());
      default -> {
        return describe(command, first);
      }
    }
    return true;
  }

  private boolean describe(String command, String argument) throws SQLException {
    if (!DESCRIBE_COMMANDS.contains(command.replaceAll("\\+$", ""))) {
      return fail("unknown command: " + command + " (\\? lists the commands)");
    }
    shell
        .destination()
        .print(
            out -> {
              DescribeCommands descriptions = new DescribeCommands(shell.connection(), out);
              if (command.equals("\\d") || command.equals("\\d+")) {
                describeRelation(descriptions, argument, command.endsWith("+"));
              } else {
                list(descriptions, command.replaceAll("\\+$", ""), argument);
              }
            });
    return true;
  }

  private static void list(DescribeCommands descriptions, String command, String pattern)
      throws SQLException {
    switch (command) {
      case "\\l" -> descriptions.databases();
      case "\\dn" -> descriptions.schemas();
      case "\\dt" -> descriptions.relations(pattern, "TABLE");
      case "\\dv" -> descriptions.relations(pattern, "VIEW");
      case "\\ds" -> descriptions.relations(pattern, "SEQUENCE");
      case "\\di" -> descriptions.relations(pattern, "INDEX");
      case "\\df" -> descriptions.functions(pattern);
      case "\\dT" -> descriptions.types(pattern);
      case "\\du", "\\dg" -> descriptions.roles(pattern);
      default -> throw new IllegalStateException("no list of this command: " + command);
    }
  }

  private static void describeRelation(
      DescribeCommands descriptions, String name, boolean isVerbose) throws SQLException {
    if (name.isEmpty()) {
      descriptions.relations("", "TABLE", "VIEW", "MATERIALIZED VIEW", "SEQUENCE");
    } else {
      descriptions.relation(CommandArguments.unquoted(name), isVerbose);
    }
  }

  private boolean fail(String reason) {
    shell.standardOut().flush();
    shell.err().println(reason);
    shell.err().flush();
    return false;
  }

  private boolean print(String text) {
    PrintWriter out = shell.standardOut();
    out.println(text);
    out.flush();
    return true;
  }

  /** Returns the statement that precedes a command, or else the last one that ran. */
  private String orLast(String statement) {
    return statement.isEmpty() ? shell.lastStatement() : statement;
  }

  private boolean execute(String statement, List<String> arguments)
      throws SQLException, IOException {
    if (arguments.isEmpty()) {
      return shell.run(statement);
    }
    boolean[] hasRun = new boolean[1];
    shell
        .destination()
        .printTo(FileCommands.redirection(arguments), out -> hasRun[0] = shell.run(statement));
    return hasRun[0];
  }

  private boolean executeExpanded(String statement, List<String> arguments)
      throws SQLException, IOException {
    Expanded before = display.expanded();
    display.expanded(Expanded.ON);
    try {
      return execute(statement, arguments);
    } finally {
      display.expanded(before);
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

  private String connectionText() throws SQLException {
    try (Statement statement = shell.connection().createStatement();
        ResultSet row = statement.executeQuery("SELECT current_database(), current_user")) {
      row.next();
      return "to database \"%s\" as user \"%s\" at %s."
          .formatted(row.getString(1), row.getString(2), shell.connection().getMetaData().getURL());
    }
  }
}
