package dev.colonnade.shell;

import dev.colonnade.jdbc.text.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes lines and gives what can be run: statements, which end with a semicolon, and commands for
 * the shell, which are lines that begin with a backslash where no statement is open. A command
 * behind a statement, as {@code SELECT 1 \gx}, ends it: it is given first, and the statement below
 * it.
 */
final class StatementSplitter {
  /** Commands that run what stands before them. */
  private static final Pattern RUNNING = Pattern.compile("\\\\(gx?|watch)\\b");

  private final StringBuilder open = new StringBuilder();

  /** Takes a line; returns what has become complete by it. */
  List<String> add(String line) {
    List<String> complete = new ArrayList<>();
    if (isEmpty() && line.strip().startsWith("\\")) {
      complete.add(line.strip());
      return complete;
    }
    open.append(line).append('\n');
    String text = open.toString();
    int start = 0;
    int end = SqlText.endOfStatement(text, start);
    while (end >= 0) {
      addUnlessEmpty(text.substring(start, end), complete);
      start = end + 1;
      end = SqlText.endOfStatement(text, start);
    }
    open.setLength(0);
    String rest = text.substring(start);
    if (backslash(rest) >= 0) {
      addUnlessEmpty(rest, complete);
    } else if (!SqlText.isNothing(rest)) {
      open.append(rest);
    }
    return complete;
  }

  /** What is left when there are no more lines; empty if nothing is. */
  String rest() {
    String rest = open.toString().strip();
    open.setLength(0);
    return SqlText.isNothing(rest) ? "" : rest;
  }

  /** Whether no statement is open. */
  boolean isEmpty() {
    return open.isEmpty();
  }

  private static void addUnlessEmpty(String statement, List<String> complete) {
    if (SqlText.isNothing(statement)) {
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

  /** Where a command begins that runs what stands before it; -1 if there is none. */
  private static int backslash(String text) {
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == '\\' && RUNNING.matcher(text).region(at, text.length()).lookingAt()) {
        return at;
      }
      at = SqlText.skip(text, at);
    }
    return -1;
  }
}
