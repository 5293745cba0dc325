package dev.colonnade.sql.parser.query;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.OperatorParser;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import java.util.function.Consumer;

/** Parsers of queries and of what queries consist of, all over one stream of tokens. */
public final class QueryGrammar {
  private final TokenStream tokens;
  private final Names names;
  private final TypeParser types;
  private final OperatorParser operators;
  private final ExpressionParser expressions;
  private final FunctionParser functions;
  private final QueryParser queries;
  private final FromParser from;
  private final ChangeParser changes;
  private final ClauseParser clauses;
  private final WithParser with;
  private final Consumer<Reference> references;

  /**
   * Creates the grammar.
   *
   * @param references is notified of every name that stands for a value
   */
  public QueryGrammar(TokenStream tokens, Consumer<Reference> references) {
    this.tokens = requireNonNull(tokens, "tokens is null");
    this.references = requireNonNull(references, "references is null");
    this.names = new Names(tokens);
    this.operators = new OperatorParser(tokens, names);
    this.types = new TypeParser(this);
    this.expressions = new ExpressionParser(this);
    this.functions = new FunctionParser(this);
    this.clauses = new ClauseParser(this);
    this.with = new WithParser(this);
    this.from = new FromParser(this);
    this.queries = new QueryParser(this);
    this.changes = new ChangeParser(this);
  }

  public TokenStream tokens() {
    return tokens;
  }

  public Names names() {
    return names;
  }

  /** Reports a name that stands for a value, and returns it. */
  Reference reported(Reference reference) {
    references.accept(reference);
    return reference;
  }

  /** Returns an expression. */
  public Expression expression() {
    return expressions.parse();
  }

  /** Returns a constant, or another primary expression. */
  public Expression constant() {
    return expressions.primary();
  }

  /**
   * Returns an expression without AND, OR, NOT, IN, LIKE, BETWEEN and IS NULL outside parentheses.
   */
  public Expression restrictedExpression() {
    return expressions.parseRestricted();
  }

  /** Returns a call of a function without FILTER and OVER. */
  public Expression windowlessCall() {
    return functions.windowless();
  }

  /** Returns whether a call begins at the current token, where a column might. */
  public boolean atCall() {
    return from.isCall();
  }

  /** Returns a call of a function by its name and arguments only. */
  public Expression application() {
    return functions.application();
  }

  public TypeName type() {
    return types.parse();
  }

  /** Returns a type without dimensions of an array. */
  public TypeName simpleType() {
    return types.simple();
  }

  /** Returns a query, in parentheses or not. */
  public Query query() {
    return queries.parse();
  }

  /** Returns a query where only a query is accepted, not an expression in parentheses. */
  public Query statementQuery() {
    if (atQuery()) {
      return query();
    }
    tokens.advance(tokens.behindParentheses());
    throw tokens.unexpected();
  }

  /** Returns whether a query begins at the current token, maybe with parentheses. */
  public boolean atQuery() {
    return tokens.at(Keyword.VALUES) || queries.isQuery(tokens.behindParentheses());
  }

  /** Returns a query or a statement that changes rows. */
  public DataStatement dataStatement() {
    return with.statement();
  }

  /** Returns whether a query or a statement that changes rows begins at the current token. */
  public boolean atDataStatement() {
    return atQuery() || changes.isChange();
  }

  /** Returns a table by its name, with ONLY or a star. */
  public FromItem.Relation relation() {
    return from.relation();
  }

  /** Returns the items of a select list or of RETURNING. */
  List<Query.Item> items() {
    return queries.items();
  }

  /** Returns the items of FROM. */
  public List<FromItem> fromItems() {
    return from.items();
  }

  /** Returns definitions of columns: names and types. */
  public FromItem.ColumnDefinition columnDefinition() {
    return from.columnDefinition();
  }

  /** Returns an element of an index. */
  public Change.IndexElement indexElement() {
    return clauses.indexElement();
  }

  /** Returns an operator, maybe in {@code OPERATOR(...)}. */
  public OperatorName operator() {
    return operators.qualified();
  }

  /** Returns an operator with its schema, without the word OPERATOR. */
  public OperatorName operatorName() {
    return operators.name();
  }

  TypeParser types() {
    return types;
  }

  OperatorParser operators() {
    return operators;
  }

  ExpressionParser expressions() {
    return expressions;
  }

  FunctionParser functions() {
    return functions;
  }

  QueryParser queries() {
    return queries;
  }

  FromParser from() {
    return from;
  }

  ChangeParser changes() {
    return changes;
  }

  ClauseParser clauses() {
    return clauses;
  }

  WithParser with() {
    return with;
  }
}
