package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of FROM: tables, subqueries, functions and joins. */
final class FromParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  FromParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  List<FromItem> items() {
    return tokens.list(this::item);
  }

  /** Returns an item with the joins behind it. */
  FromItem item() {
    tokens.enter();
    FromItem item = joined(primary());
    tokens.leave();
    return item;
  }

  private FromItem joined(FromItem first) {
    FromItem left = first;
    while (isJoin()) {
      left = join(left);
    }
    return left;
  }

  private boolean isJoin() {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return false;
    }
    return switch (keyword) {
      case JOIN, CROSS, LEFT, RIGHT, FULL, INNER, NATURAL -> true;
      default -> false;
    };
  }

  private FromItem join(FromItem left) {
    int position = tokens.position();
    if (tokens.accept(Keyword.CROSS)) {
      tokens.expect(Keyword.JOIN);
      FromItem.JoinCondition none = new FromItem.JoinCondition.None();
      return new FromItem.Join(FromItem.JoinKind.CROSS, left, primary(), none, null, position);
    }
    boolean natural = tokens.accept(Keyword.NATURAL);
    FromItem.JoinKind kind = joinKind();
    tokens.expect(Keyword.JOIN);
    if (natural) {
      FromItem.JoinCondition condition = new FromItem.JoinCondition.Natural();
      return new FromItem.Join(kind, left, primary(), condition, null, position);
    }
    FromItem right = item();
    return new FromItem.Join(kind, left, right, condition(), null, position);
  }

  private FromItem.JoinKind joinKind() {
    FromItem.JoinKind kind =
        switch (tokens.keyword()) {
          case LEFT -> FromItem.JoinKind.LEFT;
          case RIGHT -> FromItem.JoinKind.RIGHT;
          case FULL -> FromItem.JoinKind.FULL;
          case null, default -> FromItem.JoinKind.INNER;
        };
    if (kind != FromItem.JoinKind.INNER) {
      tokens.advance();
      tokens.accept(Keyword.OUTER);
    } else {
      tokens.accept(Keyword.INNER);
    }
    return kind;
  }

  private FromItem.JoinCondition condition() {
    if (tokens.accept(Keyword.ON)) {
      return new FromItem.JoinCondition.On(grammar.expression());
    }
    int position = tokens.position();
    tokens.expect(Keyword.USING);
    List<String> columns = tokens.parenthesized(names::column);
    FromItem.Alias alias = null;
    if (tokens.at(Keyword.AS) && !isSystemTime()) {
      tokens.advance();
      int start = tokens.position();
      alias = new FromItem.Alias(names.column(), List.of(), start);
    }
    return new FromItem.JoinCondition.Using(columns, alias, position);
  }

  private FromItem primary() {
    int position = tokens.position();
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return parentheses(position);
    }
    if (tokens.accept(Keyword.LATERAL)) {
      return lateral(position);
    }
    if (isXmlTable()) {
      return xmlTable(false, position);
    }
    if (isFunctions()) {
      return functions(false, position);
    }
    if (!names.isColumn(0) && names.isFunction(0)) {
      tokens.advance();
      throw tokens.unexpected();
    }
    FromItem.Relation relation = relation();
    FromItem.Alias alias = alias();
    return new FromItem.Table(relation, alias, sample(), position);
  }

  private FromItem lateral(int position) {
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      int start = tokens.position();
      Query query = grammar.queries().parenthesized();
      return subquery(true, query, start);
    }
    return isXmlTable() ? xmlTable(true, position) : functions(true, position);
  }

  private boolean isXmlTable() {
    return tokens.at(Keyword.XMLTABLE) && tokens.at(1, TokenKind.LEFT_PARENTHESIS);
  }

  private FromItem xmlTable(boolean lateral, int position) {
    int start = tokens.position();
    tokens.advance();
    tokens.skipParentheses();
    String text = tokens.text().substring(start, tokens.previousEnd());
    return new FromItem.XmlTable(lateral, text, alias(), position);
  }

  private FromItem subquery(boolean lateral, Query query, int position) {
    FromItem.Alias alias = alias();
    if (alias != null) {
      return new FromItem.Subquery(lateral, query, alias, position);
    }
    Query body = query instanceof Query.Qualified qualified ? qualified.body() : query;
    throw body instanceof Query.Values
        ? tokens.error(
            "VALUES in FROM must have an alias",
            "For example, FROM (VALUES ...) [AS] foo.",
            position)
        : tokens.error(
            "subquery in FROM must have an alias",
            "For example, FROM (SELECT ...) [AS] foo.",
            position);
  }

  private FromItem parentheses(int position) {
    Object content = content();
    if (content instanceof Query query) {
      return subquery(false, query, position);
    }
    FromItem.Join join = (FromItem.Join) content;
    FromItem.Alias alias = alias();
    return alias == null
        ? join
        : new FromItem.Join(
            join.kind(), join.left(), join.right(), join.condition(), alias, join.position());
  }

  /** Returns what is in parentheses: a query or a join. */
  private Object content() {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    tokens.enter();
    int position = tokens.position();
    Object content;
    if (grammar.queries().isQuery(0)) {
      content = grammar.queries().parse();
    } else if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      content = nested(content(), position);
    } else {
      content = requireJoin(item());
    }
    tokens.leave();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return content;
  }

  private Object nested(Object inner, int position) {
    if (inner instanceof Query query) {
      if (tokens.at(TokenKind.RIGHT_PARENTHESIS) || grammar.queries().isContinuation()) {
        return grammar.queries().continued(query, position);
      }
      return requireJoin(joined(subquery(false, query, position)));
    }
    FromItem.Join join = (FromItem.Join) inner;
    FromItem.Alias alias = alias();
    FromItem first =
        alias == null
            ? join
            : new FromItem.Join(
                join.kind(), join.left(), join.right(), join.condition(), alias, join.position());
    return requireJoin(joined(first));
  }

  private FromItem.Join requireJoin(FromItem item) {
    if (item instanceof FromItem.Join join && join.alias() == null) {
      return join;
    }
    throw tokens.unexpected();
  }

  /** Returns a table by its name, with ONLY or a star. */
  FromItem.Relation relation() {
    if (tokens.accept(Keyword.ONLY)) {
      if (tokens.accept(TokenKind.LEFT_PARENTHESIS)) {
        QualifiedName name = names.relation();
        tokens.expect(TokenKind.RIGHT_PARENTHESIS);
        return new FromItem.Relation(name, true);
      }
      return new FromItem.Relation(names.relation(), true);
    }
    QualifiedName name = names.relation();
    tokens.accept(TokenKind.STAR);
    return new FromItem.Relation(name, false);
  }

  private boolean isFunctions() {
    return tokens.at(Keyword.ROWS, Keyword.FROM) || isCall();
  }

  /** Returns whether a call begins at the current token. */
  boolean isCall() {
    Keyword keyword = tokens.keyword();
    if (keyword != null && keyword.category() != Keyword.Category.UNRESERVED) {
      return isKeywordCall(keyword);
    }
    int ahead = 1;
    while (tokens.at(ahead, TokenKind.DOT)) {
      ahead += 2;
    }
    return tokens.at(ahead, TokenKind.LEFT_PARENTHESIS);
  }

  private boolean isKeywordCall(Keyword keyword) {
    return switch (keyword) {
      case CURRENT_DATE, CURRENT_ROLE, CURRENT_USER, SESSION_USER, USER, CURRENT_CATALOG -> true;
      case CURRENT_TIME, CURRENT_TIMESTAMP, LOCALTIME, LOCALTIMESTAMP, CURRENT_SCHEMA, CAST -> true;
      case COLLATION -> true;
      case COALESCE, EXTRACT, GREATEST, LEAST, NORMALIZE, NULLIF, OVERLAY, POSITION, SUBSTRING ->
          tokens.at(1, TokenKind.LEFT_PARENTHESIS);
      case TREAT, TRIM -> tokens.at(1, TokenKind.LEFT_PARENTHESIS);
      default ->
          keyword.category() == Keyword.Category.TYPE_OR_FUNCTION_NAME
              && tokens.at(1, TokenKind.LEFT_PARENTHESIS);
    };
  }

  private FromItem functions(boolean lateral, int position) {
    boolean rowsFrom = tokens.accept(Keyword.ROWS, Keyword.FROM);
    List<FromItem.Source> sources =
        rowsFrom
            ? tokens.parenthesized(this::source)
            : List.of(new FromItem.Source(grammar.windowlessCall(), List.of()));
    boolean withOrdinality = tokens.accept(Keyword.WITH, Keyword.ORDINALITY);
    int start = tokens.position();
    if (tokens.at(Keyword.AS) && tokens.at(1, TokenKind.LEFT_PARENTHESIS)) {
      tokens.advance();
      List<FromItem.ColumnDefinition> columns = tokens.parenthesized(this::columnDefinition);
      return new FromItem.Functions(
          lateral, rowsFrom, sources, withOrdinality, null, columns, position);
    }
    String name = aliasName();
    if (name == null) {
      return new FromItem.Functions(
          lateral, rowsFrom, sources, withOrdinality, null, List.of(), position);
    }
    if (isColumnDefinitions()) {
      FromItem.Alias alias = new FromItem.Alias(name, List.of(), start);
      List<FromItem.ColumnDefinition> columns = tokens.parenthesized(this::columnDefinition);
      return new FromItem.Functions(
          lateral, rowsFrom, sources, withOrdinality, alias, columns, position);
    }
    FromItem.Alias alias = new FromItem.Alias(name, names.optionalColumns(), start);
    return new FromItem.Functions(
        lateral, rowsFrom, sources, withOrdinality, alias, List.of(), position);
  }

  private boolean isColumnDefinitions() {
    return tokens.at(TokenKind.LEFT_PARENTHESIS)
        && names.isColumn(1)
        && !tokens.at(2, TokenKind.COMMA)
        && !tokens.at(2, TokenKind.RIGHT_PARENTHESIS);
  }

  private FromItem.Source source() {
    Expression call = grammar.windowlessCall();
    List<FromItem.ColumnDefinition> columns =
        tokens.accept(Keyword.AS) ? tokens.parenthesized(this::columnDefinition) : List.of();
    return new FromItem.Source(call, columns);
  }

  FromItem.ColumnDefinition columnDefinition() {
    int position = tokens.position();
    String name = names.column();
    TypeName type = grammar.type();
    QualifiedName collation = tokens.accept(Keyword.COLLATE) ? names.any() : null;
    return new FromItem.ColumnDefinition(name, type, collation, position);
  }

  /** Returns an alias with names of columns, null if there is none. */
  FromItem.@Nullable Alias alias() {
    int position = tokens.position();
    String name = aliasName();
    return name == null ? null : new FromItem.Alias(name, names.optionalColumns(), position);
  }

  private @Nullable String aliasName() {
    if (isSystemTime()) {
      return null;
    }
    return tokens.accept(Keyword.AS) ? names.column() : names.optionalColumn();
  }

  /** Returns whether AS OF SYSTEM TIME begins at the current token. */
  boolean isSystemTime() {
    return tokens.at(Keyword.AS, Keyword.OF)
        && tokens.at(2, Keyword.SYSTEM)
        && tokens.at(3, Keyword.TIME);
  }

  private FromItem.@Nullable Sample sample() {
    int position = tokens.position();
    if (!tokens.accept(Keyword.TABLESAMPLE)) {
      return null;
    }
    QualifiedName method = names.functionName();
    List<Expression> arguments = tokens.parenthesized(grammar::expression);
    Expression repeatable = null;
    if (tokens.accept(Keyword.REPEATABLE)) {
      tokens.expect(TokenKind.LEFT_PARENTHESIS);
      repeatable = grammar.expression();
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    }
    return new FromItem.Sample(method, arguments, repeatable, position);
  }

  /** Returns the alias of a table that a statement changes, null if there is none. */
  @Nullable String targetAlias() {
    if (tokens.accept(Keyword.AS)) {
      return names.column();
    }
    return tokens.at(Keyword.SET) ? null : names.optionalColumn();
  }

  /** Returns items with USING or FROM before them, none without it. */
  List<FromItem> optionalItems(Keyword keyword) {
    return tokens.accept(keyword) ? items() : List.of();
  }
}
