package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of primary expressions that begin with a keyword. */
final class KeywordExpressionParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final SpecialCallParser specials;

  KeywordExpressionParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.specials = new SpecialCallParser(grammar);
  }

  /** Returns an expression of the current keyword, null if the keyword is a name. */
  @Nullable Expression parse() {
    int position = tokens.position();
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return null;
    }
    boolean isCall = tokens.at(1, TokenKind.LEFT_PARENTHESIS);
    return switch (keyword) {
      case NULL -> {
        tokens.advance();
        yield new Constant.NullConstant(position);
      }
      case TRUE, FALSE -> {
        tokens.advance();
        yield new Constant.BooleanConstant(keyword == Keyword.TRUE, position);
      }
      case CASE -> caseExpression(position);
      case ARRAY -> array(position);
      case EXISTS -> isCall ? exists(position) : null;
      case ROW -> isCall ? row() : null;
      case XMLATTRIBUTES, XMLCONCAT, XMLELEMENT, XMLEXISTS, XMLFOREST, XMLNAMESPACES, XMLPARSE ->
          isCall ? xml(position) : null;
      case XMLPI, XMLROOT, XMLSERIALIZE -> isCall ? xml(position) : null;
      default -> {
        Expression special = specials.parse(keyword, isCall);
        yield special == null ? grammar.types().keywordConstant(keyword) : special;
      }
    };
  }

  /** Returns a function of XML, which is not supported: only its extent is found. */
  private Expression xml(int position) {
    String name = tokens.value();
    tokens.advance();
    tokens.skipParentheses();
    return new Call.Xml(name, tokens.text().substring(position, tokens.previousEnd()), position);
  }

  /** Returns a function of the current keyword, null if the keyword is a name. */
  @Nullable Expression function() {
    Keyword keyword = tokens.keyword();
    return keyword == null || keyword == Keyword.GROUPING
        ? null
        : specials.parse(keyword, tokens.at(1, TokenKind.LEFT_PARENTHESIS));
  }

  private Expression exists(int position) {
    tokens.advance();
    return new SubqueryExpression.Exists(grammar.queries().parenthesized(), position);
  }

  /** Returns a row constructor with the word ROW. */
  Call.Row row() {
    int position = tokens.position();
    tokens.advance();
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    List<Expression> fields =
        tokens.at(TokenKind.RIGHT_PARENTHESIS) ? List.of() : tokens.list(grammar::expression);
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new Call.Row(fields, true, position);
  }

  private Expression array(int position) {
    tokens.advance();
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return new SubqueryExpression.ArrayOf(grammar.queries().parenthesized(), position);
    }
    return elements(position);
  }

  private Call.Array elements(int position) {
    tokens.expect(TokenKind.LEFT_BRACKET);
    tokens.enter();
    List<Expression> elements;
    if (tokens.at(TokenKind.RIGHT_BRACKET)) {
      elements = List.of();
    } else if (tokens.at(TokenKind.LEFT_BRACKET)) {
      elements = tokens.list(() -> elements(tokens.position()));
    } else {
      elements = tokens.list(grammar::expression);
    }
    tokens.leave();
    tokens.expect(TokenKind.RIGHT_BRACKET);
    return new Call.Array(elements, position);
  }

  private Expression caseExpression(int position) {
    tokens.advance();
    tokens.enter();
    Expression operand = tokens.at(Keyword.WHEN) ? null : grammar.expression();
    List<Call.When> whens = new ArrayList<>();
    do {
      int start = tokens.position();
      tokens.expect(Keyword.WHEN);
      Expression condition = grammar.expression();
      tokens.expect(Keyword.THEN);
      whens.add(new Call.When(condition, grammar.expression(), start));
    } while (tokens.at(Keyword.WHEN));
    Expression otherwise = tokens.accept(Keyword.ELSE) ? grammar.expression() : null;
    tokens.leave();
    tokens.expect(Keyword.END);
    return new Call.Case(operand, List.copyOf(whens), otherwise, position);
  }
}
