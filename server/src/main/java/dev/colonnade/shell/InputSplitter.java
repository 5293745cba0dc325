package dev.colonnade.shell;

import dev.colonnade.jdbc.text.SqlScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Splitter of input lines into statements, which end with a semicolon, and shell commands, which
 * begin with a backslash outside of quotes. Both are returned as texts: a command in the first line
 * and the incomplete statement before it, the query buffer, below it. Commands that run, replace or
 * clear the query buffer, such as {@code SELECT 1 \gx}, end the statement; it continues after
 * others.
 */
final class InputSplitter {
  /** Commands after which the query buffer is empty. */
  private static final Pattern CLEARING =
      Pattern.compile("\\\\(gx?|gset|watch|e|edit|r|reset)(\\s|;|$)");

  /** Commands whose arguments extend to the end of the line, also if they contain backslashes. */
  private static final Pattern WHOLE_LINE = Pattern.compile("\\\\(!|copy|h|help)(\\s|;|$)");

  /** Separator of a command and what follows it. */
  private static final String SEPARATOR = "\\\\";

  private final StringBuilder open = new StringBuilder();
  private boolean endsWithCommand;

  InputSplitter() {}

  /** Creates a splitter with an incomplete statement in its query buffer. */
  InputSplitter(String buffer) {
    open.append(buffer);
  }

  /** Adds a line; returns the statements and commands that it completes. */
  public List<String> add(String line) {
    List<String> complete = new ArrayList<>();
    endsWithCommand = false;
    String rest = line;
    while (true) {
      int length = open.length();
      open.append(rest);
      String text = open.toString();
      int start = 0;
      int at = 0;
      while (at < text.length() && text.charAt(at) != '\\') {
        if (text.charAt(at) == ';') {
          addUnlessBlank(text.substring(start, at), complete);
          start = at + 1;
        }
        at = SqlScanner.skip(text, at);
      }
      open.setLength(0);
      if (at >= text.length()) {
        keep(text.substring(start) + '\n');
        return complete;
      }
      assert at >= length : "a command in the query buffer";
      String buffer = text.substring(start, at);
      if (text.startsWith(SEPARATOR, at)) {
        keep(buffer);
        rest = text.substring(at + SEPARATOR.length());
      } else {
        rest = addCommand(buffer, text.substring(at), complete);
      }
      if (rest.isBlank()) {
        return complete;
      }
    }
  }

  /** Adds the command at the beginning of a text; returns what follows it. */
  private String addCommand(String buffer, String text, List<String> complete) {
    int end = WHOLE_LINE.matcher(text).lookingAt() ? text.length() : endOfCommand(text);
    String command = text.substring(0, end).strip();
    complete.add(SqlScanner.isBlank(buffer) ? command : command + "\n" + buffer.strip());
    if (!CLEARING.matcher(command).lookingAt()) {
      keep(buffer);
    }
    endsWithCommand = true;
    return text.substring(end);
  }

  /** Returns the index of the next backslash outside of quotes, or the end. */
  private static int endOfCommand(String text) {
    int at = 1;
    boolean isQuoted = false;
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == '\'') {
        isQuoted = !isQuoted;
      } else if (next == '\\' && isQuoted) {
        at++;
      } else if (next == '\\') {
        return at;
      }
      at++;
    }
    return text.length();
  }

  private void keep(String text) {
    if (!SqlScanner.isBlank(text)) {
      open.append(text);
    }
  }

  /** Replaces the query buffer; returns the statements and commands that the text completes. */
  List<String> replace(String text) {
    open.setLength(0);
    List<String> complete = new ArrayList<>();
    text.lines().forEach(line -> complete.addAll(add(line)));
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

  /** Returns whether the last line ended with a command, so that it is complete in any case. */
  boolean endsWithCommand() {
    return endsWithCommand;
  }

  /** Returns the text of the incomplete statement. */
  String buffer() {
    return open.toString();
  }

  /**
   * Returns the mark of the incomplete statement in prompts: what it waits for, or {@code -} for
   * its end.
   */
  char continuation() {
    String text = open.toString();
    int depth = 0;
    int at = 0;
    while (at < text.length()) {
      char next = text.charAt(at);
      depth += next == '(' ? 1 : next == ')' ? -1 : 0;
      int end = SqlScanner.skip(text, at);
      if (end > text.length()) {
        return next == '/' ? '*' : next;
      }
      at = end;
    }
    return depth > 0 ? '(' : '-';
  }

  private static void addUnlessBlank(String statement, List<String> complete) {
    if (!SqlScanner.isBlank(statement)) {
      complete.add(statement.strip());
    }
  }
}
