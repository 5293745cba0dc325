package dev.colonnade.sql.parser.token;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.SourceErrors;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Cursor over the tokens of a text, with PostgreSQL's syntax errors. Not thread-safe. */
public final class TokenStream {
  /** Largest nesting of expressions, queries and joins in each other. */
  public static final int NESTING_MAX = 400;

  /** Largest number of parentheses that begin one behind the other. */
  public static final int PARENTHESES_MAX = 10_000;

  private static final String NESTING_HINT =
      "Increase the configuration parameter \"max_stack_depth\" (currently 2048kB), after ensuring"
          + " the platform's stack depth limit is adequate.";

  private final Tokens tokens;
  private int index;
  private int nesting;
  private int openedEnd = -1;

  public TokenStream(String text) {
    this(Lexer.read(text));
  }

  public TokenStream(Tokens tokens) {
    this.tokens = requireNonNull(tokens, "tokens is null");
  }

  public String text() {
    return tokens.text();
  }

  /** Returns the offset of the current token. */
  public int position() {
    return tokens.start(index);
  }

  /** Returns the offset of a later token. */
  public int position(int ahead) {
    return tokens.start(at(ahead));
  }

  /** Returns the end of the token before the current one. */
  public int previousEnd() {
    return index == 0 ? 0 : tokens.end(index - 1);
  }

  public boolean at(Keyword keyword) {
    return tokens.is(index, keyword);
  }

  public boolean at(Keyword first, Keyword second) {
    return tokens.is(index, first) && tokens.is(at(1), second);
  }

  public boolean at(TokenKind kind) {
    return tokens.is(index, kind);
  }

  public boolean at(int ahead, Keyword keyword) {
    return tokens.is(at(ahead), keyword);
  }

  public boolean at(int ahead, TokenKind kind) {
    return tokens.is(at(ahead), kind);
  }

  /** Returns whether the current token is an identifier of these lower-case characters. */
  public boolean atWord(String word) {
    return atWord(0, word);
  }

  /** Returns whether a later token is an identifier of these lower-case characters. */
  public boolean atWord(int ahead, String word) {
    return tokens.is(at(ahead), TokenKind.IDENTIFIER) && tokens.value(at(ahead)).equals(word);
  }

  /** Returns the kind of the current token. */
  public TokenKind kind() {
    return tokens.kind(index);
  }

  /** Returns the kind of a later token. */
  public TokenKind kind(int ahead) {
    return tokens.kind(at(ahead));
  }

  /** Returns the current keyword, null at any other token. */
  public @Nullable Keyword keyword() {
    return tokens.keyword(index);
  }

  /** Returns a later keyword, null at any other token. */
  public @Nullable Keyword keyword(int ahead) {
    return tokens.keyword(at(ahead));
  }

  /** Returns the value of the current token. */
  public String value() {
    return tokens.value(index);
  }

  /** Returns the current token as it is written. */
  public String source() {
    return tokens.source(index);
  }

  /** Steps to the next token. */
  public void advance() {
    if (index < tokens.count() - 1) {
      index++;
      InterruptionPoint.check(index);
    }
  }

  public void advance(int count) {
    for (int i = 0; i < count; i++) {
      advance();
    }
  }

  public boolean accept(Keyword keyword) {
    if (tokens.is(index, keyword)) {
      advance();
      return true;
    }
    return false;
  }

  /** Steps over two keywords if both are there. */
  public boolean accept(Keyword first, Keyword second) {
    if (at(first, second)) {
      advance(2);
      return true;
    }
    return false;
  }

  public boolean accept(TokenKind kind) {
    if (tokens.is(index, kind)) {
      advance();
      return true;
    }
    return false;
  }

  public void expect(Keyword keyword) {
    if (!accept(keyword)) {
      throw unexpected();
    }
  }

  public void expect(Keyword first, Keyword second) {
    expect(first);
    expect(second);
  }

  public void expect(TokenKind kind) {
    if (!accept(kind)) {
      throw unexpected();
    }
  }

  /** Steps over a token and returns its value. */
  public String take(TokenKind kind) {
    if (!tokens.is(index, kind)) {
      throw unexpected();
    }
    String value = tokens.value(index);
    advance();
    return value;
  }

  /** Steps over a string and returns its characters. */
  public String string() {
    return take(TokenKind.STRING);
  }

  /** Steps over a whole number within 32 bits. */
  public int integer() {
    return Integer.parseInt(take(TokenKind.INTEGER));
  }

  /** Returns items with commas between them. */
  public <T> List<T> list(Supplier<T> item) {
    T first = item.get();
    if (!at(TokenKind.COMMA)) {
      return List.of(first);
    }
    List<T> items = new ArrayList<>();
    items.add(first);
    while (accept(TokenKind.COMMA)) {
      items.add(item.get());
    }
    return List.copyOf(items);
  }

  /** Returns items with commas between them, in parentheses. */
  public <T> List<T> parenthesized(Supplier<T> item) {
    expect(TokenKind.LEFT_PARENTHESIS);
    enter();
    List<T> items = list(item);
    leave();
    expect(TokenKind.RIGHT_PARENTHESIS);
    return items;
  }

  /** Steps over parentheses with all that is in them. */
  public void skipParentheses() {
    expect(TokenKind.LEFT_PARENTHESIS);
    int depth = 1;
    while (depth > 0) {
      switch (kind()) {
        case LEFT_PARENTHESIS -> depth++;
        case RIGHT_PARENTHESIS -> depth--;
        case END, ERROR -> throw unexpected();
        default -> {}
      }
      advance();
    }
  }

  /** Returns what stands behind a run of opening parentheses: the number of tokens ahead. */
  public int behindParentheses() {
    if (index >= openedEnd) {
      int end = index;
      while (tokens.is(end, TokenKind.LEFT_PARENTHESIS)) {
        end++;
      }
      openedEnd = end;
    }
    return openedEnd - index;
  }

  /** Throws an error if parentheses are nested too deeply. */
  public void requireParentheses(int opened) {
    if (opened > PARENTHESES_MAX) {
      throw tooDeep();
    }
  }

  /** Returns the offset of a token by its number. */
  public int positionOf(int number) {
    return tokens.start(number);
  }

  /** Returns the number of the current token. */
  public int index() {
    return index;
  }

  /** Steps back to a token. */
  public void reset(int earlier) {
    index = earlier;
  }

  /** Begins a level of nesting, which {@link #leave} ends. */
  public void enter() {
    if (++nesting > NESTING_MAX) {
      throw tooDeep();
    }
  }

  public void leave() {
    nesting--;
  }

  private static ColonnadeException tooDeep() {
    return new ColonnadeException(
        ErrorCode.STATEMENT_TOO_COMPLEX,
        "stack depth limit exceeded",
        ErrorFields.NONE.withHint(NESTING_HINT));
  }

  /** Returns the error that the current token is not expected. */
  public ColonnadeException unexpected() {
    ColonnadeException error = tokens.error();
    if (error != null && tokens.is(index, TokenKind.ERROR)) {
      return error;
    }
    return SourceErrors.near("syntax error", text(), tokens.start(index), tokens.end(index));
  }

  /** Returns a message of the grammar at the current token, which it quotes. */
  public ColonnadeException unexpected(String message) {
    return SourceErrors.near(message, text(), tokens.start(index), tokens.end(index));
  }

  /** Returns a syntax error without a place. */
  public ColonnadeException error(String message) {
    return new ColonnadeException(ErrorCode.SYNTAX_ERROR, message);
  }

  /** Returns a syntax error at an offset. */
  public ColonnadeException error(String message, int position) {
    return SourceErrors.syntax(message, text(), position);
  }

  /** Returns a syntax error with a hint at an offset. */
  public ColonnadeException error(String message, String hint, int position) {
    return SourceErrors.syntax(message, hint, text(), position);
  }

  /** Returns an error at an offset. */
  public ColonnadeException error(ErrorCode code, String message, int position) {
    return SourceErrors.at(code, message, text(), position);
  }

  private int at(int ahead) {
    return Math.min(index + ahead, tokens.count() - 1);
  }
}
