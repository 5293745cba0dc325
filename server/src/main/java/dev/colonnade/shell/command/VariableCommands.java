package dev.colonnade.shell.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.shell.variable.Variables;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;

/** Commands that set, read and print variables. */
final class VariableCommands {
  private static final String AUTOCOMMIT = "AUTOCOMMIT";
  private static final String NO_NEWLINE = "-n";

  private final CommandHost shell;
  private final Variables variables;

  VariableCommands(CommandHost shell) {
    this.shell = requireNonNull(shell, "shell is null");
    this.variables = shell.variables();
  }

  /** Runs a command; returns false if the name is that of none. */
  boolean run(String command, List<String> arguments) throws SQLException, IOException {
    switch (command) {
      case "\\set" -> set(arguments);
      case "\\unset" -> {
        requireArgument(command, arguments);
        variables.unset(arguments.getFirst());
        apply(arguments.getFirst());
      }
      case "\\prompt" -> prompt(arguments);
      case "\\echo" -> print(arguments, shell.standardOut());
      case "\\qecho" -> print(arguments, shell.destination().out());
      case "\\warn" -> print(arguments, shell.err());
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void requireArgument(String command, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new IllegalArgumentException(command + ": missing required argument");
    }
  }

  private void set(List<String> arguments) throws SQLException {
    if (arguments.isEmpty()) {
      PrintWriter out = shell.standardOut();
      variables
          .all()
          .forEach((name, value) -> out.println(name + " = '" + value.replace("'", "\\'") + "'"));
      out.flush();
      return;
    }
    // psql concatenates further arguments.
    variables.set(arguments.getFirst(), String.join("", arguments.subList(1, arguments.size())));
    apply(arguments.getFirst());
  }

  /** Applies a variable that is a property of the connection. */
  private void apply(String name) throws SQLException {
    if (name.equals(AUTOCOMMIT)) {
      shell.connection().setAutoCommit(variables.isOn(AUTOCOMMIT));
    }
  }

  private void prompt(List<String> arguments) throws IOException {
    requireArgument("\\prompt", arguments);
    String text = arguments.size() > 1 ? arguments.getFirst() : "";
    String line = shell.nextLine(text);
    variables.set(arguments.getLast(), line == null ? "" : line);
  }

  private static void print(List<String> arguments, PrintWriter out) {
    boolean isOpen = !arguments.isEmpty() && arguments.getFirst().equals(NO_NEWLINE);
    String text = String.join(" ", isOpen ? arguments.subList(1, arguments.size()) : arguments);
    out.print(text);
    if (!isOpen) {
      out.println();
    }
    out.flush();
  }
}
