package dev.colonnade.sql.lexer;

/** Character strings in their forms: quoted, escaped, with Unicode escapes, in dollar quotes. */
final class StringLiterals {
  private StringLiterals() {}

  /**
   * Returns the end of a string in quotes with the parts that continue it on later lines, -1 if it
   * has none.
   *
   * @param escaped whether a backslash escapes a quote
   */
  static int end(String text, int quote, boolean escaped) {
    int at = quote;
    while (at >= 0) {
      int close = closingQuote(text, at + 1, escaped);
      if (close < 0) {
        return -1;
      }
      at = continuation(text, close + 1);
      if (at < 0) {
        return close + 1;
      }
    }
    return -1;
  }

  /** Returns the quote that ends a part of a string, -1 if there is none. */
  static int closingQuote(String text, int from, boolean escaped) {
    int length = text.length();
    int at = from;
    while (at < length) {
      char c = text.charAt(at);
      if (c == '\\' && escaped) {
        at += 2;
      } else if (c != '\'') {
        at++;
      } else if (at + 1 < length && text.charAt(at + 1) == '\'') {
        at += 2;
      } else {
        return at;
      }
    }
    return -1;
  }

  /** Returns the quote on a later line that continues a string, -1 if there is none. */
  static int continuation(String text, int from) {
    int length = text.length();
    boolean newline = false;
    int at = from;
    while (at < length) {
      char c = text.charAt(at);
      if (c == '\'') {
        return newline ? at : -1;
      }
      if (Characters.isBlank(c)) {
        newline |= Characters.isNewline(c);
        at++;
      } else if (Blanks.isLineComment(text, at)) {
        at = Blanks.lineEnd(text, at);
        if (at == length) {
          return -1;
        }
      } else {
        return -1;
      }
    }
    return -1;
  }

  /** Returns the end of the delimiter of a dollar quote, -1 if there is none at the offset. */
  static int dollarDelimiterEnd(String text, int start) {
    int at = start + 1;
    if (at < text.length() && Characters.isIdentifierStart(text.charAt(at))) {
      at++;
      while (at < text.length()
          && text.charAt(at) != '$'
          && Characters.isIdentifierPart(text.charAt(at))) {
        at++;
      }
    }
    return at < text.length() && text.charAt(at) == '$' ? at + 1 : -1;
  }

  /** Returns the characters of a string in quotes without escapes. */
  static String join(String text, int quote, int end) {
    int close = closingQuote(text, quote + 1, false);
    if (close + 1 == end) {
      return unquote(text.substring(quote + 1, close));
    }
    StringBuilder joined = new StringBuilder();
    int at = quote;
    while (at >= 0 && at < end) {
      close = closingQuote(text, at + 1, false);
      joined.append(unquote(text.substring(at + 1, close)));
      at = continuation(text, close + 1);
    }
    return joined.toString();
  }

  private static String unquote(String content) {
    return content.indexOf('\'') < 0 ? content : content.replace("''", "'");
  }
}
