package dev.colonnade.shell;

import dev.colonnade.jdbc.error.ServerError;
import java.sql.SQLException;

/** Errors as the shell shows them: what, where in the statement, and what may help. */
final class ErrorText {
  private static final int LINE_MAX = 60;
  private static final String CUT = "...";

  private ErrorText() {}

  /** The lines to show for a statement that failed. */
  static String of(SQLException failed, String sql) {
    String head = "ERROR " + failed.getSQLState() + ": ";
    if (!(failed.getCause() instanceof ServerError error)) {
      return head + failed.getMessage();
    }
    StringBuilder text = new StringBuilder(head).append(error.getMessage());
    if (error.position() > 0 && error.position() <= sql.codePointCount(0, sql.length()) + 1) {
      appendPlace(text, sql, sql.offsetByCodePoints(0, error.position() - 1));
    }
    error.detail().ifPresent(detail -> text.append("\nDETAIL: ").append(detail));
    error.hint().ifPresent(hint -> text.append("\nHINT: ").append(hint));
    return text.toString();
  }

  /** The line of the statement, cut where it is long, and below it a mark. */
  private static void appendPlace(StringBuilder text, String sql, int at) {
    int start = sql.lastIndexOf('\n', at - 1) + 1;
    int newline = sql.indexOf('\n', at);
    int end = newline < 0 ? sql.length() : newline;
    long number = sql.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
    boolean isCutBefore = at - start > LINE_MAX;
    int from = isCutBefore ? at - LINE_MAX / 2 : start;
    int to = Math.min(end, from + LINE_MAX);
    String label = "LINE " + number + ": " + (isCutBefore ? CUT : "");
    String shown = sql.substring(from, to).replace('\t', ' ');
    text.append('\n').append(label).append(shown).append(to < end ? CUT : "");
    text.append('\n').append(" ".repeat(label.length() + sql.codePointCount(from, at))).append('^');
  }
}
