package dev.colonnade.sql.frontend.text;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Question marks that stand for parameters, as in JDBC. One behind an operand is an operator, as
 * {@code ?} of jsonb is.
 */
final class QuestionMarks {
  private QuestionMarks() {}

  /** Operators with a question mark, which are operators behind an operand. */
  private static final Set<String> OPERATORS = Set.of("?", "?|", "?&", "@?");

  /** Returns the tokens with numbered parameters in place of question marks. */
  static Tokens asParameters(Tokens tokens) {
    if (tokens.text().indexOf('?') < 0) {
      return tokens;
    }
    List<Integer> marks = marks(tokens);
    if (marks.isEmpty()) {
      return tokens;
    }
    Tokens divided = tokens.withSingleCharacters(marks);
    int[] numbers = new int[divided.count()];
    int number = 0;
    int next = 0;
    for (int i = 0; i < divided.count(); i++) {
      if (divided.is(i, TokenKind.SEMICOLON)) {
        number = 0;
      } else if (next < marks.size() && divided.start(i) == marks.get(next)) {
        numbers[i] = ++number;
        next++;
      }
    }
    return divided.withParameters(numbers);
  }

  /** Returns the offsets of the parameters. */
  private static List<Integer> marks(Tokens tokens) {
    List<Integer> marks = new ArrayList<>();
    boolean isBehindOperand = false;
    for (int i = 0; i < tokens.count(); i++) {
      isBehindOperand =
          tokens.is(i, TokenKind.OPERATOR)
              ? addMarks(tokens, i, isBehindOperand, marks)
              : endsOperand(tokens, i);
    }
    return marks;
  }

  /**
   * Adds the parameters in an operator, such as {@code =?} and {@code ?||}.
   *
   * @return whether the last character is a parameter
   */
  private static boolean addMarks(
      Tokens tokens, int index, boolean isBehindOperand, List<Integer> marks) {
    String text = tokens.text();
    int start = tokens.start(index);
    int end = tokens.end(index);
    boolean isBehind = isBehindOperand;
    while (start < end) {
      int mark = text.indexOf('?', start);
      boolean isOperator =
          mark < 0
              || mark >= end
              || (isBehind && (mark == start || OPERATORS.contains(text.substring(start, end))));
      if (isOperator) {
        return false;
      }
      marks.add(mark);
      start = mark + 1;
      isBehind = true;
    }
    return isBehind;
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
      case SET, BY, ESCAPE, FIRST, NEXT, ROWS, RANGE, GROUPS -> false;
      default -> keyword.category() == Keyword.Category.UNRESERVED;
    };
  }
}
