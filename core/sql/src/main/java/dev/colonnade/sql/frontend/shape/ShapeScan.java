package dev.colonnade.sql.frontend.shape;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of a text with markers of their kind in place of literals. Equal keys are equal token
 * sequences except for the values of literals.
 */
final class ShapeScan {
  /** Maximum number of literals of a shape. */
  static final int LITERALS_MAX = 2_000;

  private static final char SEPARATOR = '\u0001';
  private static final char MARKER = '\u0002';

  /** Numbers whose type depends on the sign before them. */
  private static final String INTEGER_EDGE = "2147483648";

  private static final String BIGINT_EDGE = "9223372036854775808";

  private final Tokens tokens;
  private final StringBuilder key;
  private int[] literals = new int[8];
  private int count;
  private boolean isWithinLimits = true;

  private ShapeScan(Tokens tokens) {
    this.tokens = requireNonNull(tokens, "tokens is null");
    this.key = new StringBuilder(tokens.text().length() + 16);
  }

  /**
   * Returns the scan of a text with one statement; null if the text has an error, several
   * statements, no literals or too many.
   */
  static @Nullable ShapeScan of(Tokens tokens) {
    ShapeScan scan = new ShapeScan(tokens);
    return tokens.error() == null && scan.read() && scan.count > 0 ? scan : null;
  }

  private boolean read() {
    int end = end();
    for (int i = 0; i < end && isWithinLimits; i++) {
      if (tokens.is(i, TokenKind.SEMICOLON)) {
        return false;
      }
      read(i);
    }
    return isWithinLimits && end > 0;
  }

  /** Returns the number of tokens of the statement. */
  private int end() {
    int end = tokens.count() - 1;
    while (end > 0 && tokens.is(end - 1, TokenKind.SEMICOLON)) {
      end--;
    }
    return end;
  }

  private void read(int index) {
    char marker = marker(index);
    if (marker == SEPARATOR) {
      key.append(tokens.text(), tokens.start(index), tokens.end(index)).append(SEPARATOR);
      return;
    }
    key.append(MARKER).append(marker);
    if (count == LITERALS_MAX) {
      isWithinLimits = false;
      return;
    }
    if (count == literals.length) {
      literals = Arrays.copyOf(literals, count * 2);
    }
    literals[count++] = index;
  }

  /** Returns the marker of a literal's kind; the separator for all other tokens. */
  private char marker(int index) {
    return switch (tokens.kind(index)) {
      case INTEGER -> 'i';
      case DECIMAL -> decimalMarker(tokens.source(index));
      case STRING -> tokens.text().charAt(tokens.start(index)) == '\'' ? 's' : SEPARATOR;
      default -> SEPARATOR;
    };
  }

  private static char decimalMarker(String source) {
    if (source.equals(INTEGER_EDGE) || source.equals(BIGINT_EDGE)) {
      return SEPARATOR;
    }
    return isBigint(source) ? 'b' : 'n';
  }

  private static boolean isBigint(String source) {
    return source.length() <= BIGINT_EDGE.length()
        && source.chars().allMatch(c -> c >= '0' && c <= '9')
        && (source.length() < BIGINT_EDGE.length() || source.compareTo(BIGINT_EDGE) < 0);
  }

  Tokens tokens() {
    return tokens;
  }

  String key() {
    return key.toString();
  }

  /** Returns the offset of the statement. */
  int startOffset() {
    return tokens.start(0);
  }

  /** Returns the offset behind the statement. */
  int endOffset() {
    return tokens.end(end() - 1);
  }

  /** Returns the number of literals. */
  int count() {
    return count;
  }

  /** Returns the index of a literal's token. */
  int token(int literal) {
    return literals[literal];
  }

  String source(int literal) {
    return tokens.source(literals[literal]);
  }

  /** Returns the type that a literal declares as a parameter; null for a string. */
  @Nullable SqlType type(int literal) {
    return switch (marker(literals[literal])) {
      case 'i' -> SqlType.of(TypeKind.INTEGER);
      case 'b' -> SqlType.of(TypeKind.BIGINT);
      case 'n' -> SqlType.of(TypeKind.NUMERIC);
      default -> null;
    };
  }

  /** Returns the value of a literal. */
  Object value(int literal, boolean isNegative) {
    int index = literals[literal];
    String source = tokens.value(index);
    return switch (marker(index)) {
      case 'i' -> isNegative ? -Integer.parseInt(source) : Integer.parseInt(source);
      case 'b' -> isNegative ? -Long.parseLong(source) : Long.parseLong(source);
      case 'n' -> isNegative ? new BigDecimal(source).negate() : new BigDecimal(source);
      default -> source;
    };
  }
}
