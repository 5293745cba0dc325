package dev.colonnade.sql.lexer;

/** Kinds of tokens. */
public enum TokenKind {
  /** End of the text. */
  END,
  /** Text that is no token; the lexer stopped here, see {@link Tokens#error}. */
  ERROR,
  /** Identifier that is no keyword, with or without quotes. */
  IDENTIFIER,
  /** Character string in any of its forms. */
  STRING,
  /** Bit string in binary digits: {@code B'01'}. */
  BIT_STRING,
  /** Bit string in hexadecimal digits: {@code X'1F'}. */
  HEX_STRING,
  /** Whole number within 32 bits. */
  INTEGER,
  /** Any other number. */
  DECIMAL,
  /** Parameter: {@code $1}. */
  PARAMETER,
  /** Operator without a token of its own. */
  OPERATOR,
  LEFT_PARENTHESIS,
  RIGHT_PARENTHESIS,
  LEFT_BRACKET,
  RIGHT_BRACKET,
  COMMA,
  SEMICOLON,
  COLON,
  DOT,
  PLUS,
  MINUS,
  STAR,
  SLASH,
  PERCENT,
  CARET,
  LESS,
  GREATER,
  EQUALS,
  LESS_EQUALS,
  GREATER_EQUALS,
  NOT_EQUALS,
  TYPECAST,
  COLON_EQUALS,
  EQUALS_GREATER,
  DOT_DOT,
  /** Any other character. */
  OTHER,
  /** Keyword of any category. */
  KEYWORD;

  /** Returns the number of the kind in arrays of tokens. */
  @SuppressWarnings("EnumOrdinal") // The numbers are not stored beyond the life of the tokens.
  int code() {
    return ordinal();
  }
}
