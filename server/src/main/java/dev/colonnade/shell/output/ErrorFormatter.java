package dev.colonnade.shell.output;

import dev.colonnade.jdbc.error.ServerError;
import java.sql.SQLException;

/** Formatter of errors: SQLSTATE, message, position in the statement, detail and hint. */
public final class ErrorFormatter {
  private static final int LINE_MAX = 60;
  private static final String ELLIPSIS = "...";

  private ErrorFormatter() {}

  /** Returns the text that is printed for a failed statement. */
  public static String of(SQLException failed, String sql) {
    String head = "ERROR " + failed.getSQLState() + ": ";
    if (!(failed.getCause() instanceof ServerError error)) {
      return head + failed.getMessage();
    }
    StringBuilder text = new StringBuilder(head).append(error.getMessage());
    if (error.position() > 0 && error.position() <= sql.codePointCount(0, sql.length()) + 1) {
      appendPosition(text, sql, sql.offsetByCodePoints(0, error.position() - 1));
    }
    error.detail().ifPresent(detail -> text.append("\nDETAIL: ").append(detail));
    error.hint().ifPresent(hint -> text.append("\nHINT: ").append(hint));
    return text.toString();
  }

  /**
   * Appends the line of the statement that has the error, truncated if it is long, and a marker
   * below the position.
   */
  private static void appendPosition(StringBuilder text, String sql, int at) {
    int start = sql.lastIndexOf('\n', at - 1) + 1;
    int newline = sql.indexOf('\n', at);
    int end = newline < 0 ? sql.length() : newline;
    long number = sql.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
    boolean isStartOmitted = at - start > LINE_MAX;
    int from = isStartOmitted ? at - LINE_MAX / 2 : start;
    int to = Math.min(end, from + LINE_MAX);
    String label = "LINE " + number + ": " + (isStartOmitted ? ELLIPSIS : "");
    String shown = sql.substring(from, to).replace('\t', ' ');
    text.append('\n').append(label).append(shown).append(to < end ? ELLIPSIS : "");
    text.append('\n').append(" ".repeat(label.length() + sql.codePointCount(from, at))).append('^');
  }
}
