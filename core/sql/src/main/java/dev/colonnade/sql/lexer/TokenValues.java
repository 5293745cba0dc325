package dev.colonnade.sql.lexer;

/** Decoder of the values of tokens. */
final class TokenValues {
  private TokenValues() {}

  /** Returns the identifier of a token. */
  static String identifier(String text, int start, int end) {
    if (text.charAt(start) == '"') {
      return Identifiers.unquote(text.substring(start + 1, end - 1));
    }
    return UnicodeEscapes.isUnicode(text, start)
        ? unicode(text, start, end)
        : Identifiers.lower(text, start, end);
  }

  /** Returns the characters of a string's token. */
  static String string(String text, int start, int end) {
    return switch (text.charAt(start)) {
      case '\'' -> StringLiterals.join(text, start, end);
      case '$' -> {
        int open = StringLiterals.dollarDelimiterEnd(text, start);
        yield text.substring(open, end - (open - start));
      }
      case 'e', 'E' -> EscapedString.decode(text, start + 2, end);
      default -> unicode(text, start, end);
    };
  }

  private static String unicode(String text, int start, int end) {
    int content = UnicodeEscapes.contentEnd(text, start);
    if (content >= end) {
      return UnicodeEscapes.decode(text, start, end, '\\');
    }
    int word = Blanks.skip(text, content);
    int escape = Blanks.skip(text, word + Keyword.UESCAPE.word().length());
    return UnicodeEscapes.decode(text, start, content, string(text, escape, end).charAt(0));
  }
}
