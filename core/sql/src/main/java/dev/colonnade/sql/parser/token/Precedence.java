package dev.colonnade.sql.parser.token;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;

/** Precedence of PostgreSQL's operators, from the loosest to the tightest. */
public final class Precedence {
  /** Precedence of a token that continues no expression. */
  public static final int NONE = 0;

  public static final int OR = 1;
  public static final int AND = 2;
  public static final int NOT = 3;

  /** IS, ISNULL, NOTNULL; not associative. */
  public static final int IS = 4;

  /** Comparisons; not associative. */
  public static final int COMPARISON = 5;

  /** BETWEEN, IN, LIKE, ILIKE, SIMILAR; not associative. */
  public static final int PATTERN = 6;

  /** All other operators. */
  public static final int OPERATOR = 7;

  public static final int SUM = 8;
  public static final int PRODUCT = 9;
  public static final int POWER = 10;
  public static final int AT = 11;
  public static final int COLLATE = 12;
  public static final int SIGN = 13;
  public static final int CAST = 14;

  private Precedence() {}

  /** Returns the precedence of the current token as the continuation of an expression. */
  public static int of(TokenStream tokens) {
    TokenKind kind = tokens.kind();
    return switch (kind) {
      case KEYWORD -> ofKeyword(tokens);
      case OPERATOR -> OPERATOR;
      case PLUS, MINUS -> SUM;
      case STAR, SLASH, PERCENT -> PRODUCT;
      case CARET -> POWER;
      case LESS, GREATER, EQUALS, LESS_EQUALS, GREATER_EQUALS, NOT_EQUALS -> COMPARISON;
      case TYPECAST -> CAST;
      default -> NONE;
    };
  }

  private static int ofKeyword(TokenStream tokens) {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return NONE;
    }
    return switch (keyword) {
      case OR -> OR;
      case AND -> AND;
      case IS, ISNULL, NOTNULL -> IS;
      case BETWEEN, IN, LIKE, ILIKE -> PATTERN;
      case SIMILAR -> tokens.at(1, Keyword.TO) ? PATTERN : NONE;
      case NOT -> isNegatedPattern(tokens) ? PATTERN : NONE;
      case OPERATOR -> OPERATOR;
      case AT -> AT;
      case COLLATE -> COLLATE;
      default -> NONE;
    };
  }

  private static boolean isNegatedPattern(TokenStream tokens) {
    Keyword next = tokens.keyword(1);
    return next == Keyword.BETWEEN
        || next == Keyword.IN
        || next == Keyword.LIKE
        || next == Keyword.ILIKE
        || next == Keyword.SIMILAR;
  }
}
