package dev.colonnade.sql.lexer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.interrupt.InterruptionPoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of a text: kinds and offsets in arrays. Immutable.
 *
 * <p>The last token is {@link TokenKind#END} at the end of the text, or {@link TokenKind#ERROR}
 * where the lexer stopped.
 */
public final class Tokens {
  /** Number of a minus sign in {@link #withParameters}. */
  public static final int SIGN = -1;

  /** Number of a token that is left out in {@link #withParameters}. */
  public static final int DROPPED = -2;

  private static final TokenKind[] KINDS = TokenKind.values();
  private static final Keyword[] KEYWORDS = Keyword.values();
  private static final int KEYWORD = TokenKind.KEYWORD.code();

  private final String text;
  private final short[] codes;
  private final int[] starts;
  private final int[] ends;
  private final int count;
  private final @Nullable ColonnadeException error;

  /** Numbers of the parameters that replace literals, 0 at other tokens; null if there are none. */
  private final int @Nullable [] parameters;

  Tokens(String text, TokenBuffer buffer, @Nullable ColonnadeException error) {
    this(text, buffer, error, null);
  }

  private Tokens(
      String text,
      TokenBuffer buffer,
      @Nullable ColonnadeException error,
      int @Nullable [] parameters) {
    this.text = requireNonNull(text, "text is null");
    this.codes = buffer.codes();
    this.starts = buffer.starts();
    this.ends = buffer.ends();
    this.count = buffer.count();
    this.error = error;
    this.parameters = parameters;
  }

  /**
   * Returns the same tokens with parameters in place of literals. Offsets do not change.
   *
   * @param numbers for each token the number of the parameter that replaces it, from 1; 0 for a
   *     token that stays; {@link #SIGN} for a minus sign that belongs to the literal behind it;
   *     {@link #DROPPED} for a token that is left out
   */
  public Tokens withParameters(int[] numbers) {
    TokenBuffer buffer = new TokenBuffer(text.length());
    int[] replaced = new int[count];
    int start = -1;
    for (int i = 0; i < count; i++) {
      if (numbers[i] < 0) {
        start = numbers[i] == SIGN ? starts[i] : start;
        continue;
      }
      replaced[buffer.count()] = numbers[i] == 0 && parameters != null ? parameters[i] : numbers[i];
      int code = numbers[i] > 0 ? TokenKind.PARAMETER.code() : codes[i];
      buffer.add(code, start >= 0 ? start : starts[i], ends[i]);
      start = -1;
    }
    return new Tokens(text, buffer, error, replaced);
  }

  /**
   * Returns the same tokens with operators divided, so that some characters are tokens of their
   * own.
   *
   * @param offsets of the characters, ascending
   */
  public Tokens withSingleCharacters(List<Integer> offsets) {
    TokenBuffer buffer = new TokenBuffer(text.length());
    int next = 0;
    for (int i = 0; i < count; i++) {
      int start = starts[i];
      while (next < offsets.size() && offsets.get(next) < ends[i]) {
        int offset = offsets.get(next++);
        addOperators(buffer, start, offset);
        buffer.add(TokenKind.OPERATOR, offset, offset + 1);
        start = offset + 1;
      }
      if (start == starts[i]) {
        buffer.add(codes[i], start, ends[i]);
      } else {
        addOperators(buffer, start, ends[i]);
      }
    }
    return new Tokens(text, buffer, error);
  }

  private void addOperators(TokenBuffer buffer, int start, int end) {
    int from = start;
    while (from < end) {
      int to = Operators.end(text, from, end);
      buffer.add(Operators.kind(text, from, to), from, to);
      from = to;
    }
  }

  public String text() {
    return text;
  }

  /** Returns the number of tokens, the last one included. */
  public int count() {
    return count;
  }

  public TokenKind kind(int index) {
    int code = codes[index];
    return code >= KEYWORD ? TokenKind.KEYWORD : KINDS[code];
  }

  public boolean is(int index, TokenKind kind) {
    int code = codes[index];
    return kind.code() == KEYWORD ? code >= KEYWORD : code == kind.code();
  }

  public boolean is(int index, Keyword keyword) {
    return codes[index] == KEYWORD + keyword.number();
  }

  /** Returns the keyword at an index, null for any other token. */
  public @Nullable Keyword keyword(int index) {
    int code = codes[index];
    return code >= KEYWORD ? KEYWORDS[code - KEYWORD] : null;
  }

  /** Returns the offset of a token's first character. */
  public int start(int index) {
    return starts[index];
  }

  /** Returns the offset behind a token's last character. */
  public int end(int index) {
    return ends[index];
  }

  /** Returns a token as it is written. */
  public String source(int index) {
    return text.substring(starts[index], ends[index]);
  }

  /**
   * Returns the value of a token: an identifier in lower case or without its quotes, the characters
   * of a string, the digits of a bit string, otherwise the token as it is written.
   */
  public String value(int index) {
    if (parameters != null && parameters[index] > 0) {
      return "$" + parameters[index];
    }
    Keyword keyword = keyword(index);
    if (keyword != null) {
      return keyword.word();
    }
    return switch (kind(index)) {
      case IDENTIFIER -> TokenValues.identifier(text, starts[index], ends[index]);
      case STRING -> string(starts[index], ends[index]);
      case BIT_STRING, HEX_STRING -> StringLiterals.join(text, starts[index] + 1, ends[index]);
      default -> source(index);
    };
  }

  private String string(int start, int end) {
    if (end - start > InterruptionPoint.PIECE) {
      InterruptionPoint.check();
    }
    return TokenValues.string(text, start, end);
  }

  /** Returns the error at the last token, null if all of the text was read. */
  public @Nullable ColonnadeException error() {
    return error;
  }
}
