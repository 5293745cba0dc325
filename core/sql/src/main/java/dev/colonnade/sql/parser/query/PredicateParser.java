package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Precedence;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Parser of predicates behind their first operand: IS, IN, BETWEEN, LIKE, ANY. */
final class PredicateParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final ExpressionParser expressions;

  PredicateParser(QueryGrammar grammar, ExpressionParser expressions) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.expressions = expressions;
  }

  Expression parse(Expression left) {
    int position = tokens.position();
    if (tokens.accept(Keyword.ISNULL)) {
      return new Predicate.IsNull(left, false, position);
    }
    if (tokens.accept(Keyword.NOTNULL)) {
      return new Predicate.IsNull(left, true, position);
    }
    if (tokens.accept(Keyword.IS)) {
      return is(left, position);
    }
    boolean negated = tokens.accept(Keyword.NOT);
    if (tokens.accept(Keyword.IN)) {
      return in(left, negated, position);
    }
    if (tokens.accept(Keyword.BETWEEN)) {
      return between(left, negated, position);
    }
    return like(left, negated, position);
  }

  private Expression is(Expression left, int position) {
    boolean negated = tokens.accept(Keyword.NOT);
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      throw tokens.unexpected();
    }
    switch (keyword) {
      case NULL -> {
        tokens.advance();
        return new Predicate.IsNull(left, negated, position);
      }
      case TRUE, FALSE, UNKNOWN -> {
        tokens.advance();
        Predicate.TruthValue value = Predicate.TruthValue.valueOf(keyword.name());
        return new Predicate.IsTruth(left, value, negated, position);
      }
      case DISTINCT -> {
        tokens.advance();
        tokens.expect(Keyword.FROM);
        Expression right = expressions.parse(Precedence.IS + 1);
        return new Predicate.IsDistinct(left, right, negated, position);
      }
      case DOCUMENT -> {
        tokens.advance();
        return new Predicate.IsDocument(left, negated, position);
      }
      default -> {
        String form = normalForm();
        tokens.expect(Keyword.NORMALIZED);
        return new Predicate.IsNormalized(left, form, negated, position);
      }
    }
  }

  /** Returns a form of Unicode normalization, null if there is none. */
  @Nullable String normalForm() {
    Keyword keyword = tokens.keyword();
    if (keyword == Keyword.NFC
        || keyword == Keyword.NFD
        || keyword == Keyword.NFKC
        || keyword == Keyword.NFKD) {
      tokens.advance();
      return keyword.name();
    }
    return null;
  }

  /** Returns IS of a restricted expression: DISTINCT FROM and DOCUMENT only. */
  Expression restrictedIs(Expression left, Supplier<Expression> operand) {
    int position = tokens.position();
    tokens.expect(Keyword.IS);
    boolean negated = tokens.accept(Keyword.NOT);
    if (tokens.accept(Keyword.DOCUMENT)) {
      return new Predicate.IsDocument(left, negated, position);
    }
    tokens.expect(Keyword.DISTINCT, Keyword.FROM);
    return new Predicate.IsDistinct(left, operand.get(), negated, position);
  }

  private Expression in(Expression left, boolean negated, int position) {
    if (!tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      throw tokens.unexpected();
    }
    Parenthesized content = expressions.primaries().parenthesized();
    return content.query() != null
        ? new SubqueryExpression.In(left, content.query(), negated, position)
        : new Predicate.InList(left, content.expressions(), negated, position);
  }

  private Expression between(Expression left, boolean negated, int position) {
    boolean symmetric = tokens.accept(Keyword.SYMMETRIC);
    if (!symmetric) {
      tokens.accept(Keyword.ASYMMETRIC);
    }
    Expression low = expressions.parseRestricted();
    tokens.expect(Keyword.AND);
    Expression high = expressions.parse(Precedence.PATTERN + 1);
    Predicate.Bounds bounds = new Predicate.Bounds(low, high, symmetric);
    return new Predicate.Between(left, bounds, negated, position);
  }

  private Expression like(Expression left, boolean negated, int position) {
    Predicate.PatternKind kind = patternKind();
    if (kind != Predicate.PatternKind.SIMILAR && isQuantifier()) {
      String symbol = (negated ? "!" : "") + (kind == Predicate.PatternKind.LIKE ? "~~" : "~~*");
      return quantified(left, OperatorName.of(symbol), position);
    }
    Expression value = expressions.parse(Precedence.PATTERN + 1);
    Expression escape = null;
    if (tokens.accept(Keyword.ESCAPE)) {
      escape = expressions.parse(Precedence.PATTERN + 1);
    }
    Predicate.Pattern pattern = new Predicate.Pattern(kind, value, escape);
    return new Predicate.Like(left, pattern, negated, position);
  }

  private Predicate.PatternKind patternKind() {
    if (tokens.accept(Keyword.LIKE)) {
      return Predicate.PatternKind.LIKE;
    }
    if (tokens.accept(Keyword.ILIKE)) {
      return Predicate.PatternKind.ILIKE;
    }
    tokens.expect(Keyword.SIMILAR, Keyword.TO);
    return Predicate.PatternKind.SIMILAR;
  }

  boolean isQuantifier() {
    return tokens.at(Keyword.ANY) || tokens.at(Keyword.SOME) || tokens.at(Keyword.ALL);
  }

  /** Returns a comparison with ANY or ALL of a query or an array. */
  Expression quantified(Expression left, OperatorName operator, int position) {
    SubqueryExpression.Quantifier quantifier =
        tokens.at(Keyword.ALL)
            ? SubqueryExpression.Quantifier.ALL
            : SubqueryExpression.Quantifier.ANY;
    tokens.advance();
    if (!tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      throw tokens.unexpected();
    }
    SubqueryExpression.Comparison comparison =
        new SubqueryExpression.Comparison(left, operator, quantifier);
    Parenthesized content = expressions.primaries().parenthesizedOne();
    return content.query() != null
        ? new SubqueryExpression.Quantified(comparison, content.query(), position)
        : new SubqueryExpression.QuantifiedArray(
            comparison, content.expressions().get(0), position);
  }

  /** Reads the query of the UNIQUE predicate. */
  void uniqueQuery() {
    if (tokens.accept(Keyword.NULLS)) {
      tokens.accept(Keyword.NOT);
      tokens.expect(Keyword.DISTINCT);
    }
    grammar.queries().parenthesized();
  }
}
