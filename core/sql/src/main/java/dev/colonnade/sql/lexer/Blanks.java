package dev.colonnade.sql.lexer;

/** Blanks and comments between tokens. */
final class Blanks {
  private Blanks() {}

  /** Returns the offset of the first character from an offset that is neither. */
  static int skip(String text, int from) {
    int at = from;
    int length = text.length();
    while (at < length) {
      char c = text.charAt(at);
      if (Characters.isBlank(c)) {
        at++;
      } else if (c == '-' && isLineComment(text, at)) {
        at = lineEnd(text, at);
      } else if (c == '/' && text.startsWith("/*", at)) {
        at = blockEnd(text, at);
      } else {
        break;
      }
    }
    return at;
  }

  /** Returns whether a comment begins at an offset. */
  static boolean isComment(String text, int at) {
    return isLineComment(text, at) || text.startsWith("/*", at);
  }

  static boolean isLineComment(String text, int at) {
    return text.startsWith("--", at);
  }

  /** Returns the offset of the end of a line. */
  static int lineEnd(String text, int from) {
    int at = from;
    while (at < text.length() && !Characters.isNewline(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static int blockEnd(String text, int start) {
    int depth = 0;
    int at = start;
    while (at + 1 < text.length()) {
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
        if (depth == 0) {
          return at;
        }
      } else {
        at++;
      }
    }
    throw SourceErrors.near("unterminated /* comment", text, start, text.length());
  }
}
