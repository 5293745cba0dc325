package dev.colonnade.sql.lexer;

/** Classes of characters. */
final class Characters {
  private static final String OPERATORS = "~!@#^&|`?+-*/%<>=";

  private Characters() {}

  static boolean isIdentifierStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= '\u0080';
  }

  static boolean isIdentifierPart(char c) {
    return isIdentifierStart(c) || isDigit(c) || c == '$';
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isOperator(char c) {
    return c < '\u0080' && OPERATORS.indexOf(c) >= 0;
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
  }

  static boolean isNewline(char c) {
    return c == '\n' || c == '\r';
  }

  /** Returns the kind of a token of one character that is part of no operator. */
  static TokenKind punctuation(char c) {
    return switch (c) {
      case '(' -> TokenKind.LEFT_PARENTHESIS;
      case ')' -> TokenKind.RIGHT_PARENTHESIS;
      case '[' -> TokenKind.LEFT_BRACKET;
      case ']' -> TokenKind.RIGHT_BRACKET;
      case ',' -> TokenKind.COMMA;
      case ';' -> TokenKind.SEMICOLON;
      case ':' -> TokenKind.COLON;
      case '.' -> TokenKind.DOT;
      default -> TokenKind.OTHER;
    };
  }
}
