package dev.colonnade.shell;

import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.shell.command.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splitter of input lines into statements, which end with a semicolon, and shell commands, which
 * begin with a backslash outside of quotes. Both are returned as texts: a command in the first line
 * and the incomplete statement before it, the query buffer, below it. Commands that run, replace or
 * clear the query buffer, such as {@code SELECT 1 \gx}, end the statement; it continues after
 * others. The splitter pauses after a command of a conditional block, which decides what becomes of
 * the query buffer, and of the rest of the line.
 */
final class InputSplitter {
  /** Commands after which the query buffer is empty. */
  private static final Pattern CLEARING =
      Pattern.compile("\\\\(gx?|gset|watch|e|edit|r|reset)(\\s|;|$)");

  /** Commands whose arguments extend to the end of the line, also if they contain backslashes. */
  private static final Pattern WHOLE_LINE = Pattern.compile("\\\\(!|copy|h|help)(\\s|;|$)");

  /** Separator of a command and what follows it. */
  private static final String SEPARATOR = "\\\\";

  /**
   * Characters before a token that decide its kind: the prefix of {@code E'\\n'} and its border.
   */
  private static final int PREFIX_LENGTH = 2;

  private static final char NONE = '\0';

  private final StringBuilder open = new StringBuilder();

  /**
   * Length of the beginning of {@link #open} that has been scanned and consists of whole tokens.
   */
  private int scanned;

  /** Open parentheses in the scanned part. */
  private int depth;

  /** First character of the token behind the scanned part, which lacks its end; or none. */
  private char unclosed = NONE;

  private boolean endsWithCommand;

  /** Text behind a command of a conditional block; null if the splitter does not pause. */
  private @Nullable String paused;

  /** Query buffer before that command. */
  private String pausedBuffer = "";

  InputSplitter() {}

  /** Creates a splitter with an incomplete statement in its query buffer. */
  InputSplitter(String buffer) {
    open.append(buffer);
  }

  /**
   * Adds a line; returns the statements and commands that it completes. Scans the line only, and
   * not the lines of its statement before it.
   */
  public List<String> add(String line) {
    List<String> complete = new ArrayList<>();
    if (paused != null) {
      paused = paused + "\n" + line;
      return complete;
    }
    endsWithCommand = false;
    String rest = line;
    while (true) {
      open.append(rest);
      int at = unclosed != NONE && rest.indexOf(unclosed) < 0 ? open.length() : scan(complete);
      if (at == open.length()) {
        open.append('\n');
        clearIfBlank();
        return complete;
      }
      String text = open.substring(at);
      open.setLength(at);
      String buffer = open.toString();
      clear();
      if (text.startsWith(SEPARATOR)) {
        keep(buffer);
        rest = text.substring(SEPARATOR.length());
      } else {
        rest = addCommand(buffer, text, complete);
      }
      if (rest.isBlank() || paused != null) {
        return complete;
      }
    }
  }

  /**
   * Scans what has been added, and removes the statements that it completes.
   *
   * @return the index of the first backslash outside of quotes, or the length of the buffer
   */
  private int scan(List<String> complete) {
    int base = Math.max(0, scanned - PREFIX_LENGTH);
    String text = open.substring(base);
    int at = scanned - base;
    int statement = -base; // where the statement begins in the text, which may be before it
    unclosed = NONE;
    while (at < text.length() && text.charAt(at) != '\\') {
      char next = text.charAt(at);
      if (next == ';') {
        addUnlessBlank(open.substring(base + statement, base + at), complete);
        statement = at + 1;
        depth = 0;
      }
      depth += next == '(' ? 1 : next == ')' ? -1 : 0;
      int end = SqlScanner.skip(text, at);
      if (end > text.length()) {
        unclosed = next;
        break;
      }
      at = end;
    }
    boolean isWhole = unclosed == NONE;
    open.delete(0, base + statement);
    scanned = at - statement;
    return isWhole ? scanned : open.length();
  }

  /** Adds the command at the beginning of a text; returns what follows it. */
  private String addCommand(String buffer, String text, List<String> complete) {
    int end = WHOLE_LINE.matcher(text).lookingAt() ? text.length() : endOfCommand(text);
    String command = text.substring(0, end).strip();
    complete.add(SqlScanner.isBlank(buffer) ? command : command + "\n" + buffer.strip());
    if (Conditions.isCommand(command)) {
      paused = text.substring(end);
      pausedBuffer = buffer;
    } else if (!CLEARING.matcher(command).lookingAt()) {
      keep(buffer);
    }
    endsWithCommand = true;
    return text.substring(end);
  }

  /** Returns whether the last command returned is one of a conditional block. */
  boolean isPaused() {
    return paused != null;
  }

  /**
   * Continues after the command of a conditional block.
   *
   * @param buffer the query buffer from now on
   * @return the statements and commands that are complete then
   */
  List<String> resume(String buffer) {
    String rest = paused == null ? "" : paused;
    paused = null;
    clear();
    keep(buffer.isEmpty() ? buffer : buffer + "\n");
    List<String> complete = new ArrayList<>();
    rest.lines().filter(line -> !line.isBlank()).forEach(line -> complete.addAll(add(line)));
    endsWithCommand |= rest.isBlank();
    return complete;
  }

  /** Adds a line without running what it completes: all branches of blocks stay in the buffer. */
  void addUnconditionally(String line) {
    add(line);
    while (paused != null) {
      resume(pausedBuffer);
    }
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

  /** Keeps a text as the query buffer, which is scanned again with what follows it. */
  private void keep(String text) {
    if (!SqlScanner.isBlank(text)) {
      open.append(text);
    }
  }

  private void clear() {
    open.setLength(0);
    scanned = 0;
    depth = 0;
    unclosed = NONE;
  }

  private void clearIfBlank() {
    if (unclosed == NONE && isBlank()) {
      clear();
    }
  }

  private boolean isBlank() {
    for (int i = 0; i < open.length(); i++) {
      char next = open.charAt(i);
      if (next == '-' || next == '/') {
        return SqlScanner.isBlank(open.toString());
      }
      if (!Character.isWhitespace(next)) {
        return false;
      }
    }
    return true;
  }

  /** Replaces the query buffer; returns the statements and commands that the text completes. */
  List<String> replace(String text) {
    clear();
    List<String> complete = new ArrayList<>();
    text.lines().forEach(line -> complete.addAll(add(line)));
    return complete;
  }

  /**
   * Returns and removes the incomplete statement at the end of the input; empty if there is none.
   */
  String rest() {
    String rest = open.toString().strip();
    paused = null;
    clear();
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
    if (unclosed == NONE) {
      scan(new ArrayList<>());
    }
    if (unclosed != NONE) {
      return unclosed == '/' ? '*' : unclosed;
    }
    return depth > 0 ? '(' : '-';
  }

  private static void addUnlessBlank(String statement, List<String> complete) {
    if (!SqlScanner.isBlank(statement)) {
      complete.add(statement.strip());
    }
  }
}
