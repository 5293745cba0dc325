package dev.colonnade.sql.parser.token;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.syntax.OperatorName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Parser of operators. */
public final class OperatorParser {
  private static final Map<TokenKind, OperatorName> NAMES = names();

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
    return isSymbol() || (tokens.at(Keyword.OPERATOR) && tokens.at(1, TokenKind.LEFT_PARENTHESIS));
  }

  private static boolean isMath(TokenKind kind) {
    return NAMES.containsKey(kind);
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
    OperatorName known = NAMES.get(kind);
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

  private static Map<TokenKind, OperatorName> names() {
    Map<TokenKind, OperatorName> names = new EnumMap<>(TokenKind.class);
    names.put(TokenKind.PLUS, OperatorName.of("+"));
    names.put(TokenKind.MINUS, OperatorName.of("-"));
    names.put(TokenKind.STAR, OperatorName.of("*"));
    names.put(TokenKind.SLASH, OperatorName.of("/"));
    names.put(TokenKind.PERCENT, OperatorName.of("%"));
    names.put(TokenKind.CARET, OperatorName.of("^"));
    names.put(TokenKind.LESS, OperatorName.of("<"));
    names.put(TokenKind.GREATER, OperatorName.of(">"));
    names.put(TokenKind.EQUALS, OperatorName.of("="));
    names.put(TokenKind.LESS_EQUALS, OperatorName.of("<="));
    names.put(TokenKind.GREATER_EQUALS, OperatorName.of(">="));
    names.put(TokenKind.NOT_EQUALS, OperatorName.of("<>"));
    return Collections.unmodifiableMap(names);
  }
}
