package dev.colonnade.sql.lexer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.interrupt.InterruptionPoint;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lexer of PostgreSQL's tokens. Reads a text once, from its start to its end or to the first error.
 */
public final class Lexer {
  /** Account of tokens without a limit. */
  public static final LongConsumer UNLIMITED = bytes -> {};

  private static final int OPERATOR_LENGTH_MAX = 63;

  /** Maximum number of tokens that are read at once: a string, UESCAPE and another string. */
  private static final int TOKENS_AT_ONCE_MAX = 3;

  private final String text;
  private final int length;
  private final TokenBuffer buffer;
  private int position;

  private Lexer(String text, LongConsumer memory) {
    this.text = text;
    this.length = text.length();
    this.buffer = new TokenBuffer(length, memory);
  }

  /** Returns the tokens of a text. Errors are reported by {@link Tokens#error}. */
  public static Tokens read(String text) {
    return read(text, UNLIMITED);
  }

  /**
   * Variant of {@link #read(String)} that charges the tokens to an account.
   *
   * @param memory accepts bytes, or throws MEMORY_LIMIT
   * @throws ColonnadeException MEMORY_LIMIT, or that of the interrupted statement
   */
  public static Tokens read(String text, LongConsumer memory) {
    return new Lexer(requireNonNull(text, "text is null"), memory).tokens();
  }

  private Tokens tokens() {
    ColonnadeException error = null;
    while (error == null && position < length) {
      InterruptionPoint.check(buffer.count());
      buffer.reserve(TOKENS_AT_ONCE_MAX);
      error = readNext();
    }
    if (error == null) {
      buffer.add(TokenKind.END, length, length);
    } else {
      buffer.add(TokenKind.ERROR, Math.min(position, length), length);
    }
    return new Tokens(text, buffer, error);
  }

  /** Reads the next token if there is one; returns the error of the text, null if it has none. */
  private @Nullable ColonnadeException readNext() {
    try {
      skipBlanks();
      if (position < length) {
        readToken();
      }
      return null;
    } catch (ColonnadeException error) {
      return error;
    }
  }

  private void skipBlanks() {
    position = Blanks.skip(text, position);
  }

  private void readToken() {
    char c = text.charAt(position);
    if (Characters.isIdentifierStart(c)) {
      readWord(c);
    } else if (Characters.isDigit(c) || (c == '.' && isDigitAt(position + 1))) {
      readNumber();
    } else if (c == '\'') {
      readString(TokenKind.STRING, position);
    } else if (c == '"') {
      readQuotedIdentifier(position);
    } else if (c == '$') {
      readDollar();
    } else if (Characters.isOperator(c)) {
      readOperator();
    } else {
      readPunctuation(c);
    }
  }

  private void readWord(char first) {
    char next = charAt(position + 1);
    if (next == '\'') {
      switch (first) {
        case 'e', 'E' -> {
          readEscapedString();
          return;
        }
        case 'b', 'B' -> {
          readString(TokenKind.BIT_STRING, position + 1);
          return;
        }
        case 'x', 'X' -> {
          readString(TokenKind.HEX_STRING, position + 1);
          return;
        }
        case 'n', 'N' -> {
          buffer.addKeyword(Keyword.NCHAR.number(), position, position + 1);
          position++;
          return;
        }
        default -> {}
      }
    } else if (next == '&' && (first == 'u' || first == 'U')) {
      char quote = charAt(position + 2);
      if (quote == '\'' || quote == '"') {
        readUnicode(quote);
        return;
      }
    }
    int end = wordEnd(position + 1);
    int keyword = KeywordTable.find(text, position, end);
    if (keyword >= 0) {
      buffer.addKeyword(keyword, position, end);
    } else {
      buffer.add(TokenKind.IDENTIFIER, position, end);
    }
    position = end;
  }

  private void readString(TokenKind kind, int quote) {
    int end = StringLiterals.end(text, quote, false);
    if (end < 0) {
      throw near(unterminated(kind), position, length);
    }
    add(kind, end);
  }

  private static String unterminated(TokenKind kind) {
    return switch (kind) {
      case BIT_STRING -> "unterminated bit string literal";
      case HEX_STRING -> "unterminated hexadecimal string literal";
      default -> "unterminated quoted string";
    };
  }

  private void readEscapedString() {
    int end = StringLiterals.end(text, position + 1, true);
    int checked = end < 0 ? length : end;
    int backslash = text.indexOf('\\', position);
    if (backslash >= 0 && backslash < checked) {
      EscapedString.check(text, position + 2, checked);
    }
    if (end < 0) {
      throw near("unterminated quoted string", position, length);
    }
    add(TokenKind.STRING, end);
  }

  private void readQuotedIdentifier(int quote) {
    int end = Identifiers.end(text, quote);
    if (end < 0) {
      throw near("unterminated quoted identifier", position, length);
    }
    if (end == quote + 2) {
      throw near("zero-length delimited identifier", position, end);
    }
    add(TokenKind.IDENTIFIER, end);
  }

  /** Reads an identifier or a string with Unicode escapes, with UESCAPE behind it. */
  private void readUnicode(char quote) {
    int start = position;
    TokenKind kind = quote == '"' ? TokenKind.IDENTIFIER : TokenKind.STRING;
    if (kind == TokenKind.IDENTIFIER) {
      readQuotedIdentifier(start + 2);
    } else {
      readString(kind, start + 2);
    }
    int end = position;
    char escape = '\\';
    skipBlanks();
    int wordEnd = wordEnd(position);
    if (KeywordTable.find(text, position, wordEnd) == Keyword.UESCAPE.number()) {
      position = Blanks.skip(text, wordEnd);
      escape = readEscape();
      buffer.merge(2, kind, start, position);
      end = position;
    }
    position = start;
    UnicodeEscapes.decode(text, start, end, escape);
    position = end;
  }

  private char readEscape() {
    int start = position;
    if (start >= length) {
      throw near("UESCAPE must be followed by a simple string literal", start, start);
    }
    readToken();
    int last = buffer.count() - 1;
    boolean isString = buffer.codes()[last] == TokenKind.STRING.code();
    if (!isString || UnicodeEscapes.isUnicode(text, start)) {
      int end = position;
      position = start;
      throw near("UESCAPE must be followed by a simple string literal", start, end);
    }
    String value = TokenValues.string(text, start, position);
    if (value.length() != 1 || !UnicodeEscapes.isEscape(value.charAt(0))) {
      int end = position;
      position = start;
      throw near("invalid Unicode escape character", start, end);
    }
    return value.charAt(0);
  }

  private void readDollar() {
    int end = position + 1;
    if (isDigitAt(end)) {
      while (isDigitAt(end)) {
        end++;
      }
      if (end < length && Characters.isIdentifierStart(text.charAt(end))) {
        throw near("trailing junk after parameter", position, wordEnd(end));
      }
      add(TokenKind.PARAMETER, end);
      return;
    }
    int open = StringLiterals.dollarDelimiterEnd(text, position);
    if (open < 0) {
      add(TokenKind.OTHER, end);
      return;
    }
    int close = text.indexOf(text.substring(position, open), open);
    if (close < 0) {
      throw near("unterminated dollar-quoted string", position, length);
    }
    add(TokenKind.STRING, close + open - position);
  }

  private void readNumber() {
    int end = digitsEnd(position);
    boolean decimal = false;
    if (charAt(end) == '.' && charAt(end + 1) != '.') {
      decimal = true;
      end = digitsEnd(end + 1);
    }
    char exponent = charAt(end);
    if (exponent == 'e' || exponent == 'E') {
      int sign = charAt(end + 1) == '+' || charAt(end + 1) == '-' ? 1 : 0;
      if (isDigitAt(end + 1 + sign)) {
        decimal = true;
        end = digitsEnd(end + 1 + sign);
      } else if (sign == 1) {
        throw near("trailing junk after numeric literal", position, end + 2);
      }
    }
    if (end < length && Characters.isIdentifierStart(text.charAt(end))) {
      throw near("trailing junk after numeric literal", position, wordEnd(end));
    }
    add(decimal || !isInt(position, end) ? TokenKind.DECIMAL : TokenKind.INTEGER, end);
  }

  private boolean isInt(int start, int end) {
    long value = 0;
    for (int i = start; i < end && value <= Integer.MAX_VALUE; i++) {
      value = value * 10 + (text.charAt(i) - '0');
    }
    return value <= Integer.MAX_VALUE;
  }

  private void readOperator() {
    int end = position + 1;
    while (end < length
        && Characters.isOperator(text.charAt(end))
        && !Blanks.isComment(text, end)) {
      end++;
    }
    end = Operators.end(text, position, end);
    TokenKind kind = Operators.kind(text, position, end);
    if (kind == TokenKind.OPERATOR && end - position > OPERATOR_LENGTH_MAX) {
      throw near("operator too long", position, end);
    }
    add(kind, end);
  }

  private void readPunctuation(char c) {
    char next = charAt(position + 1);
    if (c == ':' && next == ':') {
      add(TokenKind.TYPECAST, position + 2);
    } else if (c == ':' && next == '=') {
      add(TokenKind.COLON_EQUALS, position + 2);
    } else if (c == '.' && next == '.') {
      add(TokenKind.DOT_DOT, position + 2);
    } else {
      add(Characters.punctuation(c), position + 1);
    }
  }

  private void add(TokenKind kind, int end) {
    buffer.add(kind, position, end);
    position = end;
  }

  private int wordEnd(int from) {
    int end = from;
    while (end < length && Characters.isIdentifierPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private int digitsEnd(int from) {
    int end = from;
    while (isDigitAt(end)) {
      end++;
    }
    return end;
  }

  private boolean isDigitAt(int index) {
    return index < length && Characters.isDigit(text.charAt(index));
  }

  private char charAt(int index) {
    return index < length ? text.charAt(index) : '\0';
  }

  private ColonnadeException near(String message, int start, int end) {
    return SourceErrors.near(message, text, start, end);
  }
}
