package dev.colonnade.shell;

import dev.colonnade.jdbc.text.SqlScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Splitter of input lines into statements, which end with a semicolon, and shell commands, which
 * are lines that begin with a backslash outside of a statement. A command after a statement, such
 * as {@code SELECT 1 \gx}, ends the statement; both are returned as one text, the command in the
 * first line and the statement below it.
 */
final class InputSplitter {
  /** Commands that run the statement before them. */
  private static final Pattern EXECUTE_COMMANDS = Pattern.compile("\\\\(gx?|watch)\\b");

  private final StringBuilder open = new StringBuilder();

  /** Adds a line; returns the statements and commands that it completes. */
  public List<String> add(String line) {
    List<String> complete = new ArrayList<>();
    if (isEmpty() && line.strip().startsWith("\\")) {
      complete.add(line.strip());
      return complete;
    }
    open.append(line).append('\n');
    String text = open.toString();
    int start = 0;
    int end = SqlScanner.endOfStatement(text, start);
    while (end >= 0) {
      addUnlessEmpty(text.substring(start, end), complete);
      start = end + 1;
      end = SqlScanner.endOfStatement(text, start);
    }
    open.setLength(0);
    String rest = text.substring(start);
    if (backslash(rest) >= 0) {
      addUnlessEmpty(rest, complete);
    } else if (!SqlScanner.isBlank(rest)) {
      open.append(rest);
    }
    return complete;
  }

  /**
   * Returns and removes the incomplete statement at the end of the input; empty if there is none.
   */
  String rest() {
    String rest = open.toString().strip();
    open.setLength(0);
    return SqlScanner.isBlank(rest) ? "" : rest;
  }

  /** Returns whether no statement is incomplete. */
  public boolean isEmpty() {
    return open.isEmpty();
  }

  private static void addUnlessEmpty(String statement, List<String> complete) {
    if (SqlScanner.isBlank(statement)) {
      return;
    }
    int backslash = backslash(statement);
    complete.add(
        backslash < 0
            ? statement.strip()
            : statement.substring(backslash).strip()
                + "\n"
                + statement.substring(0, backslash).strip());
  }

  /** Returns the index of a command that runs the statement before it; -1 if there is none. */
  private static int backslash(String text) {
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == '\\'
          && EXECUTE_COMMANDS.matcher(text).region(at, text.length()).lookingAt()) {
        return at;
      }
      at = SqlScanner.skip(text, at);
    }
    return -1;
  }
}
