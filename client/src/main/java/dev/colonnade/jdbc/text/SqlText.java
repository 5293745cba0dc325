package dev.colonnade.jdbc.text;

/** Walks over the text of statements, past what is quoted or a comment. */
public final class SqlText {
  private SqlText() {}

  /** Where it goes on after what begins at {@code at}: a quoted part, a comment, or a character. */
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

  /** Whether what begins at {@code at} is a comment. */
  public static boolean isComment(String sql, int at) {
    return sql.startsWith("--", at) || sql.startsWith("/*", at);
  }

  /** Where the first statement ends: at its semicolon, or at the end; -1 if it is not finished. */
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

  /** Whether there is more than one statement; blanks and comments are none. */
  public static boolean isSeveral(String sql) {
    int end = endOfStatement(sql, 0);
    return end >= 0 && !isNothing(sql.substring(end + 1).replace(';', ' '));
  }

  /** Whether there are blanks and finished comments only. */
  public static boolean isNothing(String text) {
    int at = 0;
    while (at < text.length()) {
      if (!isComment(text, at) && !Character.isWhitespace(text.charAt(at))) {
        return false;
      }
      at = skip(text, at);
    }
    return at == text.length();
  }

  /** Whether the text ends within something quoted or a comment. */
  public static boolean isOpen(String sql) {
    int at = 0;
    while (at < sql.length()) {
      int next = skip(sql, at);
      if (next > sql.length()) {
        return true;
      }
      at = next;
    }
    return false;
  }

  /** The first word of a statement, in capitals; empty if there is none. */
  public static String firstWord(String sql) {
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

  /** Whether a word stands in the text, neither quoted nor in a comment. */
  public static boolean hasWord(String sql, String word) {
    int at = 0;
    while (at < sql.length()) {
      boolean isStart = at == 0 || !isPartOfWord(sql.charAt(at - 1));
      if (isStart && sql.regionMatches(true, at, word, 0, word.length())) {
        int end = at + word.length();
        if (end == sql.length() || !isPartOfWord(sql.charAt(end))) {
          return true;
        }
      }
      at = skip(sql, at);
    }
    return false;
  }

  /** A name as it has to be written in a statement. */
  public static String quotedName(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text as it has to be written in a statement. */
  public static String quotedText(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static boolean isPartOfWord(char next) {
    return Character.isLetterOrDigit(next) || next == '_' || next == '$';
  }

  private static boolean isEscapePrefix(String sql, int at) {
    char prefix = sql.charAt(at);
    return (prefix == 'E' || prefix == 'e') && (at == 0 || !isPartOfWord(sql.charAt(at - 1)));
  }

  /** Past the closing quote; past the end of the text if there is none. */
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
    while (tagEnd < sql.length() && isPartOfTag(sql.charAt(tagEnd))) {
      tagEnd++;
    }
    boolean isTag =
        tagEnd < sql.length()
            && sql.charAt(tagEnd) == '$'
            && !Character.isDigit(sql.charAt(start + 1))
            && (start == 0 || !isPartOfWord(sql.charAt(start - 1)));
    if (!isTag) {
      return start + 1;
    }
    String tag = sql.substring(start, tagEnd + 1);
    int end = sql.indexOf(tag, tagEnd + 1);
    return end < 0 ? sql.length() + 1 : end + tag.length();
  }

  private static boolean isPartOfTag(char next) {
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
