package dev.colonnade.sql.parser.token;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.syntax.OperatorName;
import java.util.ArrayList;
import java.util.List;

/** Parser of operators. */
public final class OperatorParser {
  private static final OperatorName[] NAMES = names();

  private final TokenStream tokens;
  private final Names names;

  public OperatorParser(TokenStream tokens, Names names) {
    this.tokens = tokens;
    this.names = names;
  }

  private boolean isSymbol() {
    TokenKind kind = tokens.kind();
    return kind == TokenKind.OPERATOR || isMath(kind);
  }

  /** Returns whether the current token is an operator, maybe in {@code OPERATOR(...)}. */
  public boolean isQualified() {
    return isSymbol() || tokens.at(Keyword.OPERATOR) && tokens.at(1, TokenKind.LEFT_PARENTHESIS);
  }

  private static boolean isMath(TokenKind kind) {
    return NAMES[kind.ordinal()] != null;
  }

  /** Returns an operator, maybe in {@code OPERATOR(...)}. */
  public OperatorName qualified() {
    if (tokens.accept(Keyword.OPERATOR)) {
      tokens.expect(TokenKind.LEFT_PARENTHESIS);
      OperatorName name = name();
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
      return name;
    }
    return symbol(List.of());
  }

  /** Returns an operator with its schema, without the word OPERATOR. */
  public OperatorName name() {
    if (!names.isColumn(0)) {
      return symbol(List.of());
    }
    List<String> schema = new ArrayList<>();
    while (names.isColumn(0)) {
      schema.add(names.column());
      tokens.expect(TokenKind.DOT);
    }
    return symbol(schema);
  }

  private OperatorName symbol(List<String> schema) {
    TokenKind kind = tokens.kind();
    OperatorName known = NAMES[kind.ordinal()];
    if (known == null && kind != TokenKind.OPERATOR) {
      throw tokens.unexpected();
    }
    String symbol = known == null ? tokens.source() : known.symbol();
    tokens.advance();
    if (schema.isEmpty()) {
      return known == null ? OperatorName.of(symbol) : known;
    }
    return new OperatorName(schema, symbol);
  }

  private static OperatorName[] names() {
    OperatorName[] names = new OperatorName[TokenKind.values().length];
    names[TokenKind.PLUS.ordinal()] = OperatorName.of("+");
    names[TokenKind.MINUS.ordinal()] = OperatorName.of("-");
    names[TokenKind.STAR.ordinal()] = OperatorName.of("*");
    names[TokenKind.SLASH.ordinal()] = OperatorName.of("/");
    names[TokenKind.PERCENT.ordinal()] = OperatorName.of("%");
    names[TokenKind.CARET.ordinal()] = OperatorName.of("^");
    names[TokenKind.LESS.ordinal()] = OperatorName.of("<");
    names[TokenKind.GREATER.ordinal()] = OperatorName.of(">");
    names[TokenKind.EQUALS.ordinal()] = OperatorName.of("=");
    names[TokenKind.LESS_EQUALS.ordinal()] = OperatorName.of("<=");
    names[TokenKind.GREATER_EQUALS.ordinal()] = OperatorName.of(">=");
    names[TokenKind.NOT_EQUALS.ordinal()] = OperatorName.of("<>");
    return names;
  }
}
