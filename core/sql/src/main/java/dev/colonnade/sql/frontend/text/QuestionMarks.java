package dev.colonnade.sql.frontend.text;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * Question marks that stand for parameters, as in JDBC. One behind an operand is an operator, as
 * {@code ?} of jsonb is.
 */
final class QuestionMarks {
  private QuestionMarks() {}

  /** Returns the tokens with numbered parameters in place of question marks. */
  static Tokens asParameters(Tokens tokens) {
    if (tokens.text().indexOf('?') < 0) {
      return tokens;
    }
    int[] numbers = new int[tokens.count()];
    int number = 0;
    boolean isFound = false;
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.is(i, TokenKind.SEMICOLON)) {
        number = 0;
      } else if (isParameter(tokens, i, i > 0 && numbers[i - 1] > 0)) {
        numbers[i] = ++number;
        isFound = true;
      }
    }
    return isFound ? tokens.withParameters(numbers) : tokens;
  }

  private static boolean isParameter(Tokens tokens, int index, boolean isBehindParameter) {
    return tokens.is(index, TokenKind.OPERATOR)
        && tokens.end(index) - tokens.start(index) == 1
        && tokens.text().charAt(tokens.start(index)) == '?'
        && !isBehindParameter
        && (index == 0 || !endsOperand(tokens, index - 1));
  }

  private static boolean endsOperand(Tokens tokens, int index) {
    return switch (tokens.kind(index)) {
      case IDENTIFIER,
          STRING,
          BIT_STRING,
          HEX_STRING,
          INTEGER,
          DECIMAL,
          PARAMETER,
          RIGHT_PARENTHESIS,
          RIGHT_BRACKET ->
          true;
      case KEYWORD -> endsOperand(tokens.keyword(index));
      default -> false;
    };
  }

  /** Returns whether a keyword is an operand: a constant, the end of CASE, or a name. */
  private static boolean endsOperand(@Nullable Keyword keyword) {
    return switch (keyword) {
      case null -> false;
      case NULL, TRUE, FALSE, END -> true;
      case SET, BY, ESCAPE -> false;
      default -> keyword.category() == Keyword.Category.UNRESERVED;
    };
  }
}
