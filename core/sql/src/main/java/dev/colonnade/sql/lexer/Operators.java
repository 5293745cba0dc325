package dev.colonnade.sql.lexer;

/** Rules of the tokens that consist of operator characters. */
final class Operators {
  private static final String NOT_IN_SQL = "~!@#^&|`?%";

  private Operators() {}

  /**
   * Returns the end of an operator: + and - at the end belong to it only if it has a character that
   * no operator of the SQL standard has.
   */
  static int end(String text, int start, int runEnd) {
    int end = runEnd;
    if (end - start < 2 || !isSign(text.charAt(end - 1))) {
      return end;
    }
    for (int i = start; i < end - 1; i++) {
      if (NOT_IN_SQL.indexOf(text.charAt(i)) >= 0) {
        return end;
      }
    }
    while (end - start > 1 && isSign(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  static TokenKind kind(String text, int start, int end) {
    char first = text.charAt(start);
    return switch (end - start) {
      case 1 -> single(first);
      case 2 -> pair(first, text.charAt(start + 1));
      default -> TokenKind.OPERATOR;
    };
  }

  private static TokenKind single(char c) {
    return switch (c) {
      case '+' -> TokenKind.PLUS;
      case '-' -> TokenKind.MINUS;
      case '*' -> TokenKind.STAR;
      case '/' -> TokenKind.SLASH;
      case '%' -> TokenKind.PERCENT;
      case '^' -> TokenKind.CARET;
      case '<' -> TokenKind.LESS;
      case '>' -> TokenKind.GREATER;
      case '=' -> TokenKind.EQUALS;
      default -> TokenKind.OPERATOR;
    };
  }

  private static TokenKind pair(char first, char second) {
    if (second == '>') {
      return switch (first) {
        case '=' -> TokenKind.EQUALS_GREATER;
        case '<' -> TokenKind.NOT_EQUALS;
        default -> TokenKind.OPERATOR;
      };
    }
    if (second == '=') {
      return switch (first) {
        case '<' -> TokenKind.LESS_EQUALS;
        case '>' -> TokenKind.GREATER_EQUALS;
        case '!' -> TokenKind.NOT_EQUALS;
        default -> TokenKind.OPERATOR;
      };
    }
    return TokenKind.OPERATOR;
  }

  private static boolean isSign(char c) {
    return c == '+' || c == '-';
  }
}
