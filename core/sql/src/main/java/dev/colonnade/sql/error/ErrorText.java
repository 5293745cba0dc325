package dev.colonnade.sql.error;

import org.jspecify.annotations.Nullable;

/** Text of a statement as PostgreSQL's syntax errors quote it. */
final class ErrorText {
  /** Characters of operators. */
  private static final String OPERATORS = "+-*/<>=~!@#%^&|`?";

  /**
   * Unterminated token: a quoted text, identifier or comment.
   *
   * @param position of its first character, counted from 1
   */
  record Unterminated(String what, int position) {}

  private final String sql;

  ErrorText(String sql) {
    this.sql = sql;
  }

  /** Returns the token that begins at a position, counted from 1; empty at the end of the text. */
  String near(int position) {
    int start = position - 1;
    if (start < 0 || start >= sql.length()) {
      return "";
    }
    char first = sql.charAt(start);
    return sql.substring(start, Math.max(endOf(start, first), start + 1)).strip();
  }

  private int endOf(int start, char first) {
    if (first == '\'' || first == '"') {
      return Math.min(endOfQuoted(start, false), sql.length());
    }
    if (first == '.') {
      return startsWith("..", start) ? start + 2 : start + 1;
    }
    int end = start;
    if (OPERATORS.indexOf(first) >= 0) {
      while (end < sql.length() && OPERATORS.indexOf(sql.charAt(end)) >= 0) {
        end++;
      }
      return end;
    }
    while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
      end++;
    }
    return end;
  }

  /**
   * Returns the position at which a qualified name begins, given the position of its last part:
   * that of {@code a} in {@code a.b}.
   */
  static int startOfName(String sql, int position) {
    int start = position;
    while (start > 2 && start <= sql.length() && sql.charAt(start - 2) == '.') {
      int end = start - 2;
      int begin = end;
      if (begin > 0 && sql.charAt(begin - 1) == '"') {
        begin = sql.lastIndexOf('"', begin - 2);
      } else {
        while (begin > 0 && Character.isJavaIdentifierPart(sql.charAt(begin - 1))) {
          begin--;
        }
      }
      if (begin < 0 || begin == end) {
        return start;
      }
      start = begin + 1;
    }
    return start;
  }

  /**
   * Returns the quoted text, identifier or comment that is not terminated; null if there is none.
   */
  @Nullable Unterminated unterminated() {
    int at = 0;
    while (at < sql.length()) {
      int end = endOfToken(at);
      if (end > sql.length()) {
        return new Unterminated(kind(sql.charAt(at)), at + 1);
      }
      at = end;
    }
    return null;
  }

  private static String kind(char first) {
    return switch (first) {
      case '"' -> "quoted identifier";
      case '/' -> "/* comment";
      case '$' -> "dollar-quoted string";
      default -> "quoted string";
    };
  }

  /**
   * Returns the offset behind the token that begins at an offset; an offset behind the text if the
   * token is not terminated.
   */
  private int endOfToken(int at) {
    char first = sql.charAt(at);
    return switch (first) {
      case '\'' -> endOfQuoted(at, isEscaping(at));
      case '"' -> endOfQuoted(at, false);
      case '-' -> startsWith("--", at) ? endOfLine(at) : at + 1;
      case '/' -> startsWith("/*", at) ? endOfComment(at) : at + 1;
      case '$' -> endOfDollars(at);
      default -> at + 1;
    };
  }

  private boolean startsWith(String sign, int at) {
    return sql.startsWith(sign, at);
  }

  private boolean isEscaping(int at) {
    return at > 0
        && "eE".indexOf(sql.charAt(at - 1)) >= 0
        && (at == 1 || !Character.isJavaIdentifierPart(sql.charAt(at - 2)));
  }

  private int endOfQuoted(int at, boolean escapes) {
    char quote = sql.charAt(at);
    int end = at + 1;
    while (end < sql.length()) {
      char c = sql.charAt(end);
      if (c == quote) {
        if (end + 1 >= sql.length() || sql.charAt(end + 1) != quote) {
          return end + 1;
        }
        end++;
      } else if (escapes && c == '\\') {
        end++;
      }
      end++;
    }
    return sql.length() + 1;
  }

  private int endOfLine(int at) {
    int end = sql.indexOf('\n', at);
    return end < 0 ? sql.length() : end + 1;
  }

  private int endOfComment(int at) {
    int depth = 1;
    int end = at + 2;
    while (end < sql.length() && depth > 0) {
      if (startsWith("/*", end)) {
        depth++;
        end++;
      } else if (startsWith("*/", end)) {
        depth--;
        end++;
      }
      end++;
    }
    return depth > 0 ? sql.length() + 1 : end;
  }

  private int endOfDollars(int at) {
    int mark = sql.indexOf('$', at + 1);
    boolean isMark = mark >= 0;
    for (int i = at + 1; i < mark && isMark; i++) {
      char c = sql.charAt(i);
      isMark = Character.isLetter(c) || c == '_' || (i > at + 1 && Character.isDigit(c));
    }
    if (!isMark || (at > 0 && Character.isJavaIdentifierPart(sql.charAt(at - 1)))) {
      return at + 1;
    }
    int end = sql.indexOf(sql.substring(at, mark + 1), mark + 1);
    return end < 0 ? sql.length() + 1 : end + mark + 1 - at;
  }
}
