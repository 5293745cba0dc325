package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.With;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of WITH, and of the statements that it may precede. */
final class WithParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  WithParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  /** Returns a query or a change, maybe with WITH before it. */
  DataStatement statement() {
    int position = tokens.position();
    With with = tokens.at(Keyword.WITH) ? parse() : null;
    return grammar.changes().isChange()
        ? grammar.changes().parse(with)
        : grammar.queries().parse(with, position);
  }

  With parse() {
    int position = tokens.position();
    tokens.expect(Keyword.WITH);
    boolean recursive =
        tokens.at(Keyword.RECURSIVE)
            && !tokens.at(1, Keyword.AS)
            && !tokens.at(1, TokenKind.LEFT_PARENTHESIS);
    if (recursive) {
      tokens.advance();
    }
    return new With(recursive, tokens.list(this::table), position);
  }

  private With.CommonTable table() {
    int position = tokens.position();
    String name = names.column();
    List<String> columns = names.optionalColumns();
    tokens.expect(Keyword.AS);
    With.Materialization materialization = materialization();
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    tokens.enter();
    DataStatement statement = statement();
    tokens.leave();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    With.Search search = tokens.at(Keyword.SEARCH) ? search() : null;
    With.Cycle cycle = tokens.at(Keyword.CYCLE) ? cycle() : null;
    return new With.CommonTable(name, columns, materialization, statement, search, cycle, position);
  }

  private With.Materialization materialization() {
    if (tokens.accept(Keyword.MATERIALIZED)) {
      return With.Materialization.MATERIALIZED;
    }
    if (tokens.accept(Keyword.NOT)) {
      tokens.expect(Keyword.MATERIALIZED);
      return With.Materialization.NOT_MATERIALIZED;
    }
    return With.Materialization.DEFAULT;
  }

  private With.Search search() {
    int position = tokens.position();
    tokens.advance();
    boolean depthFirst = tokens.accept(Keyword.DEPTH);
    if (!depthFirst) {
      tokens.expect(Keyword.BREADTH);
    }
    tokens.expect(Keyword.FIRST, Keyword.BY);
    List<String> columns = names.columns();
    tokens.expect(Keyword.SET);
    return new With.Search(depthFirst, columns, names.column(), position);
  }

  private With.Cycle cycle() {
    int position = tokens.position();
    tokens.advance();
    List<String> columns = names.columns();
    tokens.expect(Keyword.SET);
    String mark = names.column();
    Constant value = null;
    Constant defaultValue = null;
    if (tokens.accept(Keyword.TO)) {
      value = constant();
      tokens.expect(Keyword.DEFAULT);
      defaultValue = constant();
    }
    tokens.expect(Keyword.USING);
    return new With.Cycle(columns, mark, value, defaultValue, names.column(), position);
  }

  private @Nullable Constant constant() {
    int start = tokens.index();
    Expression value = grammar.expressions().primary();
    if (value instanceof Constant constant) {
      return constant;
    }
    tokens.reset(start);
    throw tokens.unexpected();
  }
}
