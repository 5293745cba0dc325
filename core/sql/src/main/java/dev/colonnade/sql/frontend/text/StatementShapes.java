package dev.colonnade.sql.frontend.text;

import dev.colonnade.sql.activity.StatementShape;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;

/**
 * Shapes of the texts of statements, for statistics. Literals are replaced by parameters with
 * numbers beyond those of the client, so that neither values nor passwords are recorded.
 */
public final class StatementShapes {
  /** Start and factor of the hash (FNV-1a of 64 bits). */
  private static final long HASH_START = 0xcbf29ce484222325L;

  private static final long HASH_FACTOR = 0x100000001b3L;

  /** Maximum length of the beginning of a statement that is its shape, in characters. */
  private static final int LENGTH_MAX = 1024 * 1024;

  private StatementShapes() {}

  /** Returns the shape of a statement without its semicolon: of its beginning, if it is long. */
  public static StatementShape of(String statement) {
    return of(statement, 0, statement.length());
  }

  /** Variant of {@link #of(String)} for the part of a text from {@code start} to {@code end}. */
  public static StatementShape of(String text, int start, int end) {
    return ofBeginning(text.substring(start, Math.min(end, start + LENGTH_MAX)));
  }

  private static StatementShape ofBeginning(String statement) {
    Tokens tokens = QuestionMarks.asParameters(Lexer.read(statement));
    StringBuilder text = new StringBuilder(statement.length());
    long hash = HASH_START;
    int number = parameterCount(tokens);
    int copied = 0;
    for (int i = 0; i < tokens.count() - 1; i++) {
      String value;
      if (isLiteral(tokens.kind(i))) {
        text.append(statement, copied, tokens.start(i)).append('$').append(++number);
        copied = tokens.end(i);
        value = "$";
      } else {
        value = tokens.value(i);
        if (tokens.is(i, TokenKind.PARAMETER)) {
          text.append(statement, copied, tokens.start(i)).append(value);
          copied = tokens.end(i);
        }
      }
      hash = mixed(hash, value);
    }
    text.append(statement, copied, tokens.start(tokens.count() - 1));
    return new StatementShape(hash == 0 ? 1 : hash, text.toString().strip());
  }

  private static boolean isLiteral(TokenKind kind) {
    return switch (kind) {
      case STRING, BIT_STRING, HEX_STRING, INTEGER, DECIMAL -> true;
      default -> false;
    };
  }

  private static int parameterCount(Tokens tokens) {
    int count = 0;
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.is(i, TokenKind.PARAMETER)) {
        count = Math.max(count, Integer.parseInt(tokens.value(i).substring(1)));
      }
    }
    return count;
  }

  private static long mixed(long hash, String token) {
    long mixed = hash;
    for (int i = 0; i < token.length(); i++) {
      mixed = (mixed ^ token.charAt(i)) * HASH_FACTOR;
    }
    return (mixed ^ '\u0001') * HASH_FACTOR;
  }
}
