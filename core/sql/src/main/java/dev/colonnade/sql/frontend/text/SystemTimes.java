package dev.colonnade.sql.frontend.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * Clauses AS OF SYSTEM TIME outside of parentheses, which may be anywhere in a statement: before
 * WHERE as well as at its end.
 *
 * @param tokens without the clauses
 */
record SystemTimes(Tokens tokens, List<Clause> clauses) {
  private static final int KEYWORDS = 4;

  SystemTimes {
    requireNonNull(tokens, "tokens is null");
    clauses = List.copyOf(clauses);
  }

  /** Clause from its first to behind its last character. */
  record Clause(int start, int end, String value) {}

  static SystemTimes of(Tokens tokens) {
    List<Clause> clauses = new ArrayList<>();
    int[] numbers = new int[tokens.count()];
    int depth = 0;
    for (int i = 0; i + KEYWORDS < tokens.count(); i++) {
      depth += tokens.is(i, TokenKind.LEFT_PARENTHESIS) ? 1 : 0;
      depth -= tokens.is(i, TokenKind.RIGHT_PARENTHESIS) ? 1 : 0;
      int last = depth == 0 ? lastOfClause(tokens, i) : -1;
      if (last >= 0) {
        clauses.add(new Clause(tokens.start(i), tokens.end(last), value(tokens, i, last)));
        for (int dropped = i; dropped <= last; dropped++) {
          numbers[dropped] = Tokens.DROPPED;
        }
        i = last;
      }
    }
    return new SystemTimes(clauses.isEmpty() ? tokens : tokens.withParameters(numbers), clauses);
  }

  /** Returns the last token of the clause that begins at a token; -1 if none does. */
  private static int lastOfClause(Tokens tokens, int index) {
    boolean isClause =
        tokens.is(index, Keyword.AS)
            && tokens.is(index + 1, Keyword.OF)
            && tokens.is(index + 2, Keyword.SYSTEM)
            && tokens.value(index + 3).equals("time");
    if (!isClause) {
      return -1;
    }
    int value = index + KEYWORDS;
    if (tokens.is(value, TokenKind.MINUS)) {
      value++;
    }
    return switch (tokens.kind(value)) {
      case STRING, INTEGER, DECIMAL -> value;
      default -> -1;
    };
  }

  private static String value(Tokens tokens, int index, int last) {
    return last > index + KEYWORDS ? "-" + tokens.value(last) : tokens.value(last);
  }
}
