package dev.colonnade.sql.parser.query;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of queries: set operations, parentheses, and the clauses behind them. */
final class QueryParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final SelectParser selects;

  QueryParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.selects = new SelectParser(grammar);
  }

  /** Returns whether a query begins at a token ahead. */
  boolean isQuery(int ahead) {
    Keyword keyword = tokens.keyword(ahead);
    return keyword == Keyword.SELECT
        || keyword == Keyword.WITH
        || keyword == Keyword.TABLE
        || (keyword == Keyword.VALUES && tokens.at(ahead + 1, TokenKind.LEFT_PARENTHESIS));
  }

  /** Returns whether the current token continues a query that ends before it. */
  boolean isContinuation() {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return false;
    }
    return switch (keyword) {
      case UNION, INTERSECT, EXCEPT, ORDER, LIMIT, OFFSET, FETCH, FOR -> true;
      default -> false;
    };
  }

  Query parse() {
    int position = tokens.position();
    return parse(tokens.at(Keyword.WITH) ? grammar.with().parse() : null, position);
  }

  /** Returns a query whose WITH was read. */
  Query parse(@Nullable With with, int position) {
    tokens.enter();
    Query body = setOperations(operand());
    Query query = clauses(with, body, position);
    tokens.leave();
    return grammar.from().isSystemTime() ? past(query) : query;
  }

  private Query past(Query query) {
    int position = tokens.position();
    tokens.advance(4);
    return new Query.Past(query, grammar.expression(), position);
  }

  /** Returns the query that another, in parentheses, begins. */
  Query continued(Query first, int position) {
    return clauses(null, setOperations(first), position);
  }

  /** Returns a query in parentheses. */
  Query parenthesized() {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    tokens.enter();
    Query query = parse();
    tokens.leave();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return query;
  }

  List<Query.Item> items() {
    return selects.items();
  }

  private Query operand() {
    return tokens.at(TokenKind.LEFT_PARENTHESIS) ? parenthesized() : selects.parse();
  }

  private Query setOperations(Query first) {
    Query left = first;
    while (true) {
      if (!tokens.at(Keyword.UNION)
          && !tokens.at(Keyword.EXCEPT)
          && !tokens.at(Keyword.INTERSECT)) {
        return left;
      }
      left = setOperation(left);
    }
  }

  private Query setOperation(Query left) {
    int position = tokens.position();
    Keyword keyword = requireNonNull(tokens.keyword(), "keyword is null");
    Query.SetOperator operator = Query.SetOperator.valueOf(keyword.name());
    tokens.advance();
    boolean all = tokens.accept(Keyword.ALL);
    if (!all) {
      tokens.accept(Keyword.DISTINCT);
    }
    Query right = operand();
    while (operator != Query.SetOperator.INTERSECT && tokens.at(Keyword.INTERSECT)) {
      right = setOperation(right);
    }
    return new Query.SetOperation(operator, all, left, right, position);
  }

  private Query clauses(@Nullable With with, Query body, int position) {
    List<SortKey> orderBy = grammar.clauses().optionalOrderBy();
    int orderPosition = orderBy.isEmpty() ? 0 : orderBy.get(0).position();
    boolean lockFirst = tokens.at(Keyword.FOR);
    List<Query.Locking> locking = lockFirst ? locking() : List.of();
    int limitPosition = tokens.position();
    Query.Limit limit = limit();
    if (!lockFirst && limit != null && tokens.at(Keyword.FOR)) {
      locking = locking();
    }
    if (with == null && orderBy.isEmpty() && limit == null && locking.isEmpty()) {
      return body;
    }
    Query.Qualified added = new Query.Qualified(with, body, orderBy, limit, locking, position);
    return merged(added, orderPosition, limitPosition);
  }

  /** Returns clauses joined with those of the same query in parentheses. */
  private Query merged(Query.Qualified added, int orderPosition, int limitPosition) {
    Query.Qualified inner = added.body() instanceof Query.Qualified qualified ? qualified : null;
    List<SortKey> orderBy = added.orderBy();
    if (inner != null && !inner.orderBy().isEmpty()) {
      if (!orderBy.isEmpty()) {
        throw tokens.error("multiple ORDER BY clauses not allowed", orderPosition);
      }
      orderBy = inner.orderBy();
    }
    List<Query.Locking> locking = added.locking();
    if (inner != null && !inner.locking().isEmpty()) {
      locking = new ArrayList<>(inner.locking());
      locking.addAll(added.locking());
    }
    Query.Limit limit =
        mergedLimit(inner == null ? null : inner.limit(), added.limit(), limitPosition);
    requireTies(added.limit(), orderBy, locking);
    With with = added.with();
    if (inner != null && inner.with() != null) {
      if (with != null) {
        throw tokens.error("multiple WITH clauses not allowed", with.position());
      }
      with = inner.with();
    }
    Query body = inner == null ? added.body() : inner.body();
    return new Query.Qualified(with, body, orderBy, limit, List.copyOf(locking), added.position());
  }

  private Query.@Nullable Limit mergedLimit(
      Query.@Nullable Limit inner, Query.@Nullable Limit added, int position) {
    if (inner == null || added == null) {
      return inner == null ? added : inner;
    }
    if (added.offset() != null && inner.offset() != null) {
      throw tokens.error("multiple OFFSET clauses not allowed", added.offset().position());
    }
    boolean innerCount = inner.count() != null || inner.all();
    boolean addedCount = added.count() != null || added.all();
    if (innerCount && addedCount) {
      int place = added.count() == null ? position : added.count().position();
      throw tokens.error("multiple LIMIT clauses not allowed", place);
    }
    Query.Limit counted = innerCount ? inner : added;
    return new Query.Limit(
        counted.count(),
        counted.all(),
        counted.withTies(),
        inner.offset() == null ? added.offset() : inner.offset());
  }

  private void requireTies(
      Query.@Nullable Limit limit, List<SortKey> orderBy, List<Query.Locking> locking) {
    if (limit == null || !limit.withTies()) {
      return;
    }
    if (orderBy.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "WITH TIES cannot be specified without ORDER BY clause");
    }
    if (locking.stream().anyMatch(lock -> lock.policy() == Query.LockWait.SKIP_LOCKED)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "SKIP LOCKED and WITH TIES options cannot be used together");
    }
  }

  private Query.@Nullable Limit limit() {
    if (tokens.at(Keyword.OFFSET)) {
      Expression offset = offset();
      Query.Limit limit = tokens.at(Keyword.LIMIT) || tokens.at(Keyword.FETCH) ? count() : null;
      return limit == null
          ? new Query.Limit(null, false, false, offset)
          : new Query.Limit(limit.count(), limit.all(), limit.withTies(), offset);
    }
    if (!tokens.at(Keyword.LIMIT) && !tokens.at(Keyword.FETCH)) {
      return null;
    }
    Query.Limit limit = count();
    return tokens.at(Keyword.OFFSET)
        ? new Query.Limit(limit.count(), limit.all(), limit.withTies(), offset())
        : limit;
  }

  private Query.Limit count() {
    int position = tokens.position();
    if (tokens.accept(Keyword.FETCH)) {
      return fetch();
    }
    tokens.expect(Keyword.LIMIT);
    boolean all = tokens.accept(Keyword.ALL);
    Expression count = all ? null : grammar.expression();
    if (tokens.accept(TokenKind.COMMA)) {
      grammar.expression();
      throw tokens.error(
          "LIMIT #,# syntax is not supported", "Use separate LIMIT and OFFSET clauses.", position);
    }
    return new Query.Limit(count, all, false, null);
  }

  private Query.Limit fetch() {
    if (!tokens.accept(Keyword.FIRST)) {
      tokens.expect(Keyword.NEXT);
    }
    int position = tokens.position();
    Expression count =
        isRows() && (tokens.at(1, Keyword.ONLY) || tokens.at(1, Keyword.WITH))
            ? new Constant.IntegerConstant(1, position)
            : fetchCount();
    if (!isRows()) {
      throw tokens.unexpected();
    }
    tokens.advance();
    boolean withTies = tokens.accept(Keyword.WITH);
    tokens.expect(withTies ? Keyword.TIES : Keyword.ONLY);
    return new Query.Limit(count, false, withTies, null);
  }

  private Expression fetchCount() {
    if (!tokens.at(TokenKind.PLUS) && !tokens.at(TokenKind.MINUS)) {
      return grammar.expressions().primary();
    }
    if (!tokens.at(1, TokenKind.INTEGER) && !tokens.at(1, TokenKind.DECIMAL)) {
      tokens.advance();
      throw tokens.unexpected();
    }
    return grammar.expressions().signedConstant();
  }

  private boolean isRows() {
    return tokens.at(Keyword.ROW) || tokens.at(Keyword.ROWS);
  }

  private Expression offset() {
    tokens.expect(Keyword.OFFSET);
    boolean isInParentheses = tokens.at(TokenKind.LEFT_PARENTHESIS) && isRowsAfterParentheses();
    Expression offset = grammar.expression();
    boolean isCount =
        isInParentheses || !(offset instanceof Operation || offset instanceof Predicate);
    boolean isSigned =
        offset instanceof Operation.Unary unary && unary.operand() instanceof Constant;
    if (isRows() && (isCount || isSigned)) {
      tokens.advance();
    }
    return offset;
  }

  private boolean isRowsAfterParentheses() {
    int start = tokens.index();
    tokens.skipParentheses();
    boolean isRows = isRows();
    tokens.reset(start);
    return isRows;
  }

  private List<Query.Locking> locking() {
    if (tokens.at(Keyword.FOR, Keyword.READ)) {
      tokens.advance(2);
      tokens.expect(Keyword.ONLY);
      return List.of();
    }
    List<Query.Locking> items = new ArrayList<>();
    while (tokens.at(Keyword.FOR)) {
      items.add(lockingItem());
    }
    return List.copyOf(items);
  }

  private Query.Locking lockingItem() {
    int position = tokens.position();
    tokens.expect(Keyword.FOR);
    Query.LockStrength strength = lockStrength();
    List<QualifiedName> tables =
        tokens.accept(Keyword.OF) ? tokens.list(grammar.names()::relation) : List.of();
    Query.LockWait policy = Query.LockWait.WAIT;
    if (tokens.accept(Keyword.NOWAIT)) {
      policy = Query.LockWait.NOWAIT;
    } else if (tokens.accept(Keyword.SKIP)) {
      tokens.expect(Keyword.LOCKED);
      policy = Query.LockWait.SKIP_LOCKED;
    }
    return new Query.Locking(strength, tables, policy, position);
  }

  private Query.LockStrength lockStrength() {
    if (tokens.accept(Keyword.UPDATE)) {
      return Query.LockStrength.UPDATE;
    }
    if (tokens.accept(Keyword.SHARE)) {
      return Query.LockStrength.SHARE;
    }
    if (tokens.accept(Keyword.NO)) {
      tokens.expect(Keyword.KEY, Keyword.UPDATE);
      return Query.LockStrength.NO_KEY_UPDATE;
    }
    tokens.expect(Keyword.KEY, Keyword.SHARE);
    return Query.LockStrength.KEY_SHARE;
  }
}
