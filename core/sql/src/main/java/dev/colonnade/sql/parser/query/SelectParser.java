package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.Window;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of SELECT, VALUES and TABLE without the clauses behind them. */
final class SelectParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  SelectParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  Query parse() {
    int position = tokens.position();
    if (tokens.accept(Keyword.SELECT)) {
      return select(position);
    }
    if (tokens.accept(Keyword.VALUES)) {
      List<List<Expression>> rows = tokens.list(() -> tokens.parenthesized(grammar::expression));
      return new Query.Values(rows, position);
    }
    if (tokens.accept(Keyword.TABLE)) {
      return new Query.Table(grammar.relation(), position);
    }
    throw tokens.unexpected();
  }

  private Query select(int position) {
    Query.Distinct distinct = distinct();
    List<Query.Item> items = distinct == null && isEnd() ? List.of() : items();
    Query.Into into = tokens.accept(Keyword.INTO) ? into() : null;
    List<FromItem> from = tokens.accept(Keyword.FROM) ? grammar.fromItems() : List.of();
    Expression condition = tokens.accept(Keyword.WHERE) ? grammar.expression() : null;
    Query.From source =
        from.isEmpty() && condition == null ? Query.From.NONE : new Query.From(from, condition);
    return new Query.Select(distinct, items, into, source, aggregation(), position);
  }

  private Query.@Nullable Distinct distinct() {
    int position = tokens.position();
    if (tokens.accept(Keyword.ALL) || !tokens.accept(Keyword.DISTINCT)) {
      return null;
    }
    List<Expression> on =
        tokens.accept(Keyword.ON) ? tokens.parenthesized(grammar::expression) : List.of();
    return new Query.Distinct(on, position);
  }

  /** Returns whether the select list is empty. */
  private boolean isEnd() {
    return switch (tokens.kind()) {
      case END, SEMICOLON, RIGHT_PARENTHESIS -> true;
      case KEYWORD -> isEndKeyword();
      default -> false;
    };
  }

  private boolean isEndKeyword() {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return false;
    }
    return switch (keyword) {
      case FROM, INTO, WHERE, GROUP, HAVING, WINDOW, UNION, INTERSECT, EXCEPT, ORDER, LIMIT -> true;
      case OFFSET, FETCH, FOR, ON, RETURNING, WITH, AS -> true;
      default -> false;
    };
  }

  /** Returns the items of a select list or of RETURNING. */
  List<Query.Item> items() {
    return tokens.list(this::item);
  }

  private Query.Item item() {
    int position = tokens.position();
    if (tokens.accept(TokenKind.STAR)) {
      return new Query.Item(new Reference.Star(List.of(), position), null, position);
    }
    Expression value = grammar.expressions().parseItem();
    if (tokens.at(Keyword.AS) && !grammar.from().isSystemTime()) {
      tokens.advance();
      return new Query.Item(value, names.label(), position);
    }
    return new Query.Item(value, names.isBareLabel() ? names.label() : null, position);
  }

  private Query.Into into() {
    String persistence = null;
    if (tokens.at(Keyword.LOCAL) || tokens.at(Keyword.GLOBAL)) {
      if (tokens.at(1, Keyword.TEMPORARY) || tokens.at(1, Keyword.TEMP)) {
        tokens.advance();
      }
    }
    boolean isTable = names.isColumn(1) || tokens.at(1, Keyword.TABLE);
    if ((tokens.at(Keyword.TEMPORARY) || tokens.at(Keyword.TEMP)) && isTable) {
      tokens.advance();
      persistence = "TEMPORARY";
    } else if (tokens.at(Keyword.UNLOGGED) && isTable) {
      tokens.advance();
      persistence = "UNLOGGED";
    }
    tokens.accept(Keyword.TABLE);
    return new Query.Into(persistence, names.relation());
  }

  private Query.Aggregation aggregation() {
    Query.GroupBy groupBy = tokens.at(Keyword.GROUP) ? groupBy() : null;
    Expression having = tokens.accept(Keyword.HAVING) ? grammar.expression() : null;
    List<Window.Definition> windows =
        tokens.accept(Keyword.WINDOW) ? grammar.clauses().windows() : List.of();
    return groupBy == null && having == null && windows.isEmpty()
        ? Query.Aggregation.NONE
        : new Query.Aggregation(groupBy, having, windows);
  }

  private Query.GroupBy groupBy() {
    tokens.expect(Keyword.GROUP, Keyword.BY);
    boolean distinct = tokens.accept(Keyword.DISTINCT);
    if (!distinct) {
      tokens.accept(Keyword.ALL);
    }
    return new Query.GroupBy(distinct, tokens.list(this::grouping));
  }

  private Query.Grouping grouping() {
    int position = tokens.position();
    if (tokens.at(TokenKind.LEFT_PARENTHESIS) && tokens.at(1, TokenKind.RIGHT_PARENTHESIS)) {
      tokens.advance(2);
      return new Query.Grouping.Empty(position);
    }
    boolean isCall = tokens.at(1, TokenKind.LEFT_PARENTHESIS);
    if (tokens.at(Keyword.ROLLUP) && isCall) {
      tokens.advance();
      return new Query.Grouping.Rollup(tokens.parenthesized(grammar::expression), position);
    }
    if (tokens.at(Keyword.CUBE) && isCall) {
      tokens.advance();
      return new Query.Grouping.Cube(tokens.parenthesized(grammar::expression), position);
    }
    if (tokens.accept(Keyword.GROUPING, Keyword.SETS)) {
      tokens.enter();
      List<Query.Grouping> sets = tokens.parenthesized(this::grouping);
      tokens.leave();
      return new Query.Grouping.Sets(sets, position);
    }
    return new Query.Grouping.Simple(grammar.expression());
  }
}
