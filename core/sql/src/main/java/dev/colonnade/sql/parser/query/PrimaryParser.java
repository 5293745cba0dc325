package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.Precedence;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of primary expressions: constants, references, calls, parentheses. */
final class PrimaryParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final KeywordExpressionParser keywords;

  PrimaryParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.keywords = new KeywordExpressionParser(grammar);
  }

  Expression parse() {
    int position = tokens.position();
    return switch (tokens.kind()) {
      case IDENTIFIER -> named(position);
      case INTEGER -> new Constant.IntegerConstant(tokens.integer(), position);
      case DECIMAL -> new Constant.NumericConstant(tokens.take(TokenKind.DECIMAL), position);
      case STRING -> new Constant.StringConstant(tokens.string(), position);
      case BIT_STRING ->
          new Constant.BitConstant(false, tokens.take(TokenKind.BIT_STRING), position);
      case HEX_STRING ->
          new Constant.BitConstant(true, tokens.take(TokenKind.HEX_STRING), position);
      case PARAMETER -> parameter(position);
      case LEFT_PARENTHESIS -> parentheses(position);
      case KEYWORD -> keyword(position);
      default -> throw tokens.unexpected();
    };
  }

  private Expression keyword(int position) {
    Expression special = keywords.parse();
    if (special == null) {
      return named(position);
    }
    return special instanceof Call.Row row && tokens.at(Keyword.OVERLAPS)
        ? overlaps(row, position)
        : special;
  }

  /** Returns a function of the current keyword, null if the keyword is a name. */
  @Nullable Expression keywordFunction() {
    return keywords.function();
  }

  private Expression parameter(int position) {
    String source = tokens.take(TokenKind.PARAMETER);
    int number = parameterNumber(source, position);
    return indirections(new Reference.Parameter(number, position));
  }

  private int parameterNumber(String source, int position) {
    try {
      return Integer.parseInt(source, 1, source.length(), 10);
    } catch (NumberFormatException e) {
      throw tokens.error("there is no parameter " + source, position);
    }
  }

  /** Returns a column, a call, or a constant with its type before it. */
  private Expression named(int position) {
    if (!tokens.at(1, TokenKind.DOT) && !tokens.at(1, TokenKind.LEFT_BRACKET)) {
      if (tokens.at(1, TokenKind.LEFT_PARENTHESIS) || tokens.at(1, TokenKind.STRING)) {
        if (!names.isFunction(0) && names.isColumn(0)) {
          tokens.advance();
        }
        return callOrConstant(QualifiedName.of(names.function(), position), position);
      }
      return column(position);
    }
    return qualified(position);
  }

  private Expression column(int position) {
    if (!names.isColumn(0)) {
      if (names.isFunction(0)) {
        tokens.advance();
      }
      throw tokens.unexpected();
    }
    return grammar.reported(new Reference.Column(List.of(names.column()), position));
  }

  private Expression qualified(int position) {
    if (!names.isColumn(0)) {
      if (names.isFunction(0)) {
        tokens.advance();
      }
      throw tokens.unexpected();
    }
    List<String> parts = new ArrayList<>();
    parts.add(names.column());
    while (tokens.accept(TokenKind.DOT)) {
      if (tokens.accept(TokenKind.STAR)) {
        requireEnd();
        return grammar.reported(new Reference.Star(List.copyOf(parts), position));
      }
      parts.add(names.label());
    }
    if (tokens.at(TokenKind.LEFT_PARENTHESIS) || tokens.at(TokenKind.STRING)) {
      return callOrConstant(new QualifiedName(parts, position), position);
    }
    Expression column = grammar.reported(new Reference.Column(List.copyOf(parts), position));
    Expression result = tokens.at(TokenKind.LEFT_BRACKET) ? indirections(column) : column;
    if (tokens.at(TokenKind.LEFT_PARENTHESIS) || tokens.at(TokenKind.STRING)) {
      throw tokens.unexpected();
    }
    return result;
  }

  private Expression callOrConstant(QualifiedName name, int position) {
    if (tokens.at(TokenKind.STRING)) {
      return grammar.types().constant(name, List.of(), position);
    }
    return grammar.functions().call(name, position);
  }

  /** Returns fields, elements and slices of a value. */
  Expression indirections(Expression base) {
    Expression value = base;
    boolean isFurther = false;
    while (true) {
      int position = tokens.position();
      if (tokens.accept(TokenKind.DOT)) {
        isFurther = false;
        if (tokens.accept(TokenKind.STAR)) {
          requireEnd();
          return new Reference.AllFields(value, position);
        }
        value = new Reference.Field(value, names.label(), position);
      } else if (tokens.accept(TokenKind.LEFT_BRACKET)) {
        tokens.enter();
        value = element(value, isFurther, position);
        isFurther = true;
        tokens.leave();
      } else {
        return value;
      }
    }
  }

  private void requireEnd() {
    if (!tokens.at(TokenKind.DOT) && !tokens.at(TokenKind.LEFT_BRACKET)) {
      return;
    }
    indirections(new Reference.DefaultValue(0));
    throw tokens.unexpected("improper use of \"*\"");
  }

  private Expression element(Expression base, boolean isFurther, int position) {
    Expression lower = null;
    if (!tokens.at(TokenKind.COLON)) {
      lower = grammar.expression();
      if (tokens.accept(TokenKind.RIGHT_BRACKET)) {
        return new Reference.Subscript(base, lower, isFurther, position);
      }
    }
    tokens.expect(TokenKind.COLON);
    Expression upper = tokens.at(TokenKind.RIGHT_BRACKET) ? null : grammar.expression();
    tokens.expect(TokenKind.RIGHT_BRACKET);
    return new Reference.Slice(base, lower, upper, isFurther, position);
  }

  private Expression parentheses(int position) {
    Parenthesized content = parenthesized();
    Query query = content.query();
    if (query != null) {
      return indirections(new SubqueryExpression.Scalar(query, position));
    }
    return value(content.expressions(), position);
  }

  private Expression overlaps(Call.Row left, int position) {
    int operator = tokens.position();
    tokens.expect(Keyword.OVERLAPS);
    int start = tokens.position();
    Call.Row right = tokens.at(Keyword.ROW) ? keywords.row() : implicitRow(start);
    requirePair(left, "left", position);
    requirePair(right, "right", start);
    return new Predicate.Overlaps(left, right, operator);
  }

  private Call.Row implicitRow(int start) {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    List<Expression> fields = new ArrayList<>();
    fields.add(grammar.expression());
    do {
      tokens.expect(TokenKind.COMMA);
      fields.add(grammar.expression());
    } while (tokens.at(TokenKind.COMMA));
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new Call.Row(List.copyOf(fields), false, start);
  }

  private void requirePair(Call.Row row, String side, int position) {
    if (row.fields().size() != 2) {
      throw tokens.error(
          "wrong number of parameters on " + side + " side of OVERLAPS expression", position);
    }
  }

  /** Returns the content of parentheses: a query or expressions. */
  Parenthesized parenthesized() {
    return parenthesized(true);
  }

  /** Returns the content of parentheses: a query or one expression. */
  Parenthesized parenthesizedOne() {
    return parenthesized(false);
  }

  private Parenthesized parenthesized(boolean isList) {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    tokens.enter();
    Parenthesized content = content(isList);
    tokens.leave();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return content;
  }

  private Parenthesized content(boolean isList) {
    int opened = tokens.behindParentheses();
    if (!grammar.queries().isQuery(opened)) {
      return nested(opened, isList);
    }
    if (!tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return Parenthesized.of(grammar.queries().parse());
    }
    int position = tokens.position();
    Parenthesized inner = parenthesized(true);
    Query query = inner.query();
    if (query != null) {
      if (tokens.at(TokenKind.RIGHT_PARENTHESIS) || grammar.queries().isContinuation()) {
        return Parenthesized.of(grammar.queries().continued(query, position));
      }
      return continued(indirections(new SubqueryExpression.Scalar(query, position)), isList);
    }
    return continued(value(inner.expressions(), position), isList);
  }

  /** Returns the content of parentheses that begins with others; they need no recursion. */
  private Parenthesized nested(int opened, boolean isList) {
    tokens.requireParentheses(opened);
    int first = tokens.index();
    tokens.advance(opened);
    Parenthesized content =
        Parenthesized.of(expressions(grammar.expression(), opened > 0 || isList));
    for (int level = opened - 1; level >= 0; level--) {
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
      Expression value = value(content.expressions(), tokens.positionOf(first + level));
      content = continued(value, level > 0 || isList);
    }
    return content;
  }

  private Expression value(List<Expression> list, int position) {
    if (list.size() == 1) {
      return indirections(list.get(0));
    }
    Call.Row row = new Call.Row(list, false, position);
    return tokens.at(Keyword.OVERLAPS) ? overlaps(row, position) : row;
  }

  private Parenthesized continued(Expression first, boolean isList) {
    Expression expression = grammar.expressions().continued(first, Precedence.OR);
    return Parenthesized.of(expressions(expression, isList));
  }

  private List<Expression> expressions(Expression first, boolean isList) {
    if (!isList || !tokens.at(TokenKind.COMMA)) {
      return List.of(first);
    }
    List<Expression> expressions = new ArrayList<>();
    expressions.add(first);
    while (tokens.accept(TokenKind.COMMA)) {
      expressions.add(grammar.expression());
    }
    return List.copyOf(expressions);
  }
}
