package dev.colonnade.sql.parse;

import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.ALL;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.AS;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.COLON;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.EQ;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.EXTRACT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.FROM;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.HOOK;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.IDENTIFIER;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.INFIX_CAST;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.JSON_OBJECT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.LBRACKET;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.LIMIT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.LPAREN;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.MINUS;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.NAMED_ARGUMENT_ASSIGNMENT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.NOT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.NULL;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.NUMBERED_PARAMETER;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.OFFSET;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.PATH_AT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.QUOTED_IDENTIFIER;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.QUOTED_STRING;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.RPAREN;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.UNSIGNED_INTEGER_LITERAL;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.grammar.ColonnadeGrammar;
import dev.colonnade.sql.parse.grammar.Token;
import java.util.Locale;
import java.util.Set;

/**
 * Rewrites tokens before the grammar reads them: syntax of PostgreSQL that the grammar has in
 * another form, or that has no effect.
 */
final class TokenRewrites {
  private static final Set<String> WHOLE_NUMBERS =
      Set.of("bigint", "int8", "int", "integer", "int4", "smallint", "int2");

  private TokenRewrites() {}

  /**
   * Changes the phrase that begins with a token, if it is one of these.
   *
   * @param isBehindOperand whether what stands before the token can be the end of an operand
   */
  static void change(ColonnadeGrammar parser, Token token, boolean isBehindOperand) {
    Token next = after(parser, token);
    switch (token.kind) {
      case AS -> passOverMaterialized(parser, token);
      case LIMIT -> {
        count(parser, token, "LIMIT");
        plainCount(parser, token);
      }
      case OFFSET -> {
        count(parser, token, "OFFSET");
        plainCount(parser, token);
      }
      case JSON_OBJECT -> {
        if (next.kind == LPAREN) {
          token.kind = QUOTED_IDENTIFIER;
          token.image = "\"json_object\"";
        }
      }
      case EXTRACT -> field(parser, next);
      case HOOK -> {
        if (isBehindOperand) {
          keyOperator(parser, token);
        }
      }
      case COLON -> {
        if (next.kind == EQ && next.beginColumn == token.endColumn + 1) {
          token.kind = NAMED_ARGUMENT_ASSIGNMENT;
          token.image = "=>";
          token.next = after(parser, next);
        }
      }
      case LBRACKET -> {
        if (next.kind == LBRACKET) {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "arrays of several dimensions are not supported");
        }
      }
      default -> {}
    }
  }

  private static Token after(ColonnadeGrammar parser, Token token) {
    if (token.next == null) {
      token.next = parser.token_source.getNextToken();
    }
    return token.next;
  }

  /** Removes {@code AS [NOT] MATERIALIZED}: the planner decides how items of WITH are evaluated. */
  private static void passOverMaterialized(ColonnadeGrammar parser, Token as) {
    Token word = as.next.kind == NOT ? after(parser, as.next) : as.next;
    if (word.image.toLowerCase(Locale.ROOT).equals("materialized")
        && after(parser, word).kind == LPAREN) {
      as.next = after(parser, word);
    }
  }

  /** LIMIT NULL is none; numbers may stand in quotes and may not be negative. */
  private static void count(ColonnadeGrammar parser, Token word, String clause) {
    Token count = word.next;
    switch (count.kind) {
      case NULL -> {
        boolean isLimit = word.kind == LIMIT;
        count.kind = isLimit ? ALL : UNSIGNED_INTEGER_LITERAL;
        count.image = isLimit ? "all" : "0";
      }
      case QUOTED_STRING -> {
        String digits = count.image.substring(1, count.image.length() - 1).strip();
        if (!digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
          count.kind = UNSIGNED_INTEGER_LITERAL;
          count.image = digits;
        }
      }
      case MINUS -> {
        if (after(parser, count).kind == UNSIGNED_INTEGER_LITERAL) {
          throw new ColonnadeException(
              word.kind == LIMIT ? ErrorCode.NEGATIVE_LIMIT : ErrorCode.NEGATIVE_OFFSET,
              clause + " must not be negative");
        }
      }
      default -> {}
    }
  }

  /** {@code LIMIT (2)} and {@code LIMIT $1::bigint}: a count is a whole number in any case. */
  private static void plainCount(ColonnadeGrammar parser, Token word) {
    Token first = word.next;
    if (first.kind == LPAREN) {
      Token inner = after(parser, first);
      Token end = isCount(inner) ? behindCasts(parser, inner) : inner;
      if (end.kind == RPAREN) {
        word.next = inner;
        inner.next = after(parser, end);
      }
    }
    Token count = word.next;
    if (isCount(count)) {
      count.next = behindCasts(parser, count);
    }
  }

  private static boolean isCount(Token token) {
    return switch (token.kind) {
      case UNSIGNED_INTEGER_LITERAL, NUMBERED_PARAMETER, HOOK, ALL -> true;
      default -> false;
    };
  }

  private static Token behindCasts(ColonnadeGrammar parser, Token count) {
    Token behind = after(parser, count);
    while (behind.kind == INFIX_CAST
        && WHOLE_NUMBERS.contains(after(parser, behind).image.toLowerCase(Locale.ROOT))) {
      behind = after(parser, behind.next);
    }
    return behind;
  }

  /** {@code EXTRACT('year' FROM moment)}. */
  private static void field(ColonnadeGrammar parser, Token parenthesis) {
    Token name = after(parser, parenthesis);
    if (parenthesis.kind == LPAREN
        && name.kind == QUOTED_STRING
        && after(parser, name).kind == FROM) {
      String field = name.image.substring(1, name.image.length() - 1);
      name.kind = QUOTED_IDENTIFIER;
      name.image = '"' + field.toLowerCase(Locale.ROOT) + '"';
    }
  }

  /**
   * Replaces a question mark between two operands, which is the operator of a JSON object's keys;
   * any other one is a parameter.
   */
  private static void keyOperator(ColonnadeGrammar parser, Token hook) {
    Token next = hook.next;
    boolean isAdjacent = next.beginLine == hook.endLine && next.beginColumn == hook.endColumn + 1;
    if (isAdjacent && (next.image.equals("|") || next.image.equals("&"))) {
      hook.image = "?" + next.image;
      hook.next = after(parser, next);
      hook.kind = PATH_AT;
      return;
    }
    switch (next.kind) {
      case QUOTED_STRING, IDENTIFIER, QUOTED_IDENTIFIER, NUMBERED_PARAMETER, HOOK, LPAREN ->
          hook.kind = PATH_AT;
      default -> {}
    }
  }
}
