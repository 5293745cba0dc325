package dev.colonnade.jdbc.text;

/**
 * Scanner of SQL text that recognizes quoted text, dollar quotes and comments, and quoting of
 * identifiers and literals.
 */
public final class SqlScanner {
  private SqlScanner() {}

  /**
   * Returns the index after the token that begins at {@code at}: quoted text, a comment, or a
   * character. It is greater than the text's length if quoted text or a comment is not closed.
   */
  public static int skip(String sql, int at) {
    char first = sql.charAt(at);
    char second = at + 1 < sql.length() ? sql.charAt(at + 1) : '\0';
    if (first == '\'') {
      boolean hasEscapes = at > 0 && isEscapePrefix(sql, at - 1);
      return afterQuote(sql, at, '\'', hasEscapes);
    } else if (first == '"') {
      return afterQuote(sql, at, '"', false);
    } else if (first == '$') {
      return afterDollars(sql, at);
    } else if (first == '-' && second == '-') {
      int end = sql.indexOf('\n', at);
      return end < 0 ? sql.length() : end + 1;
    } else if (first == '/' && second == '*') {
      return afterComment(sql, at);
    }
    return at + 1;
  }

  /** Returns whether a comment begins at {@code at}. */
  private static boolean isComment(String sql, int at) {
    return sql.startsWith("--", at) || sql.startsWith("/*", at);
  }

  /**
   * Returns the index of the semicolon that ends the statement at {@code from}; -1 if there is
   * none.
   */
  public static int endOfStatement(String sql, int from) {
    int at = from;
    while (at < sql.length()) {
      if (sql.charAt(at) == ';') {
        return at;
      }
      at = skip(sql, at);
    }
    return -1;
  }

  /** Returns whether there is more than one statement, not counting white space and comments. */
  public static boolean hasSeveralStatements(String sql) {
    int end = endOfStatement(sql, 0);
    return end >= 0 && !isBlank(sql.substring(end + 1).replace(';', ' '));
  }

  /** Returns whether a text consists of white space and closed comments. */
  public static boolean isBlank(String text) {
    int at = 0;
    while (at < text.length()) {
      if (!isComment(text, at) && !Character.isWhitespace(text.charAt(at))) {
        return false;
      }
      at = skip(text, at);
    }
    return at == text.length();
  }

  /** Returns the first keyword of a statement, in upper case; empty if there is none. */
  public static String firstKeyword(String sql) {
    int at = 0;
    while (at < sql.length() && !Character.isLetter(sql.charAt(at))) {
      at = Math.min(sql.length(), skip(sql, at));
    }
    int end = at;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    return sql.substring(at, end).toUpperCase(java.util.Locale.ROOT);
  }

  /** Returns whether a keyword occurs in the text, neither quoted nor in a comment. */
  public static boolean hasKeyword(String sql, String keyword) {
    int at = 0;
    while (at < sql.length()) {
      boolean isStart = at == 0 || !isIdentifierPart(sql.charAt(at - 1));
      if (isStart && sql.regionMatches(true, at, keyword, 0, keyword.length())) {
        int end = at + keyword.length();
        if (end == sql.length() || !isIdentifierPart(sql.charAt(end))) {
          return true;
        }
      }
      at = skip(sql, at);
    }
    return false;
  }

  /**
   * Returns whether the text is one SELECT, VALUES, TABLE or SHOW, which changes no rows. SELECT
   * INTO and WITH, which may contain changes, are none of them.
   */
  public static boolean isQuery(String sql) {
    return switch (firstKeyword(sql)) {
      case "SELECT", "VALUES", "TABLE", "SHOW" ->
          !hasSeveralStatements(sql) && !hasKeyword(sql, "INTO");
      default -> false;
    };
  }

  /** Returns a name as a quoted identifier. */
  public static String quoteIdentifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns a text as a string literal. */
  public static String quoteLiteral(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static boolean isIdentifierPart(char next) {
    return Character.isLetterOrDigit(next) || next == '_' || next == '$';
  }

  private static boolean isEscapePrefix(String sql, int at) {
    char prefix = sql.charAt(at);
    return (prefix == 'E' || prefix == 'e') && (at == 0 || !isIdentifierPart(sql.charAt(at - 1)));
  }

  /** Returns the index after the closing quote; one past the end of the text if there is none. */
  private static int afterQuote(String sql, int start, char quote, boolean hasEscapes) {
    int at = start + 1;
    while (at < sql.length()) {
      char next = sql.charAt(at);
      if (next == '\\' && hasEscapes) {
        at++;
      } else if (next == quote) {
        if (at + 1 == sql.length() || sql.charAt(at + 1) != quote) {
          return at + 1;
        }
        at++;
      }
      at++;
    }
    return sql.length() + 1;
  }

  private static int afterDollars(String sql, int start) {
    int tagEnd = start + 1;
    while (tagEnd < sql.length() && isTagPart(sql.charAt(tagEnd))) {
      tagEnd++;
    }
    boolean isTag =
        tagEnd < sql.length()
            && sql.charAt(tagEnd) == '$'
            && !Character.isDigit(sql.charAt(start + 1))
            && (start == 0 || !isIdentifierPart(sql.charAt(start - 1)));
    if (!isTag) {
      return start + 1;
    }
    String tag = sql.substring(start, tagEnd + 1);
    int end = sql.indexOf(tag, tagEnd + 1);
    return end < 0 ? sql.length() + 1 : end + tag.length();
  }

  private static boolean isTagPart(char next) {
    return Character.isLetterOrDigit(next) || next == '_';
  }

  private static int afterComment(String sql, int start) {
    int depth = 1;
    int at = start + 2;
    while (at < sql.length()) {
      if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
        if (depth == 0) {
          return at;
        }
      } else if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else {
        at++;
      }
    }
    return sql.length() + 1;
  }
}
