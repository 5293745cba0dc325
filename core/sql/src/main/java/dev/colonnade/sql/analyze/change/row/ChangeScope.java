package dev.colonnade.sql.analyze.change.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.scope.Conjuncts;
import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Scope of the expressions of a statement that changes rows. One thread. */
public final class ChangeScope {
  private final QueryContext context;
  private final Scope scope;
  private final ChangeLevel level;
  private final List<ExpressionAnalyzer> analyzers;
  private final IdentityHashMap<Query, String> firstColumns = new IdentityHashMap<>();

  private ChangeScope(
      QueryContext context, Scope scope, ChangeLevel level, List<ExpressionAnalyzer> analyzers) {
    this.context = requireNonNull(context, "context is null");
    this.scope = requireNonNull(scope, "scope is null");
    this.level = requireNonNull(level, "level is null");
    this.analyzers = analyzers;
  }

  /** Returns the scope of a statement, without relations. */
  public static ChangeScope of(QueryContext context) {
    return new ChangeScope(
        context,
        new Scope(context.statement(), context.outer()),
        new ChangeLevel(context.level()),
        new ArrayList<>());
  }

  /** Returns another scope of the same statement, without relations. */
  public ChangeScope empty() {
    return new ChangeScope(
        context, new Scope(context.statement(), context.outer()), level, analyzers);
  }

  public QueryContext context() {
    return context;
  }

  public StatementAnalysis statement() {
    return context.statement();
  }

  public Scope scope() {
    return scope;
  }

  public ChangeLevel level() {
    return level;
  }

  /** Replaces the relations that are visible; the hidden ones are known to error messages only. */
  public void show(List<NamespaceItem> items) {
    items.forEach(item -> scope.define(item.relation()));
    scope.setItems(items);
  }

  /** Returns the analyzer of the expressions of a clause. */
  public ExpressionAnalyzer expressions(ClauseKind clause) {
    ExpressionAnalyzer analyzer =
        new ExpressionAnalyzer(
            new ExpressionContext(
                statement(), scope, query -> subquery(query, clause), level, clause));
    analyzers.add(analyzer);
    return analyzer;
  }

  /** Returns an analyzed subquery of a clause. */
  public AnalyzedQuery subquery(Query query, ClauseKind clause) {
    ClauseKind enclosing = level.enterSubquery(clause);
    AnalyzedQuery analyzed;
    try {
      analyzed = context.analyses().query(query, context.inside(scope, level));
    } finally {
      level.enterSubquery(enclosing);
    }
    if (!analyzed.columns().isEmpty()) {
      firstColumns.put(query, analyzed.columns().getFirst().name());
    }
    return analyzed;
  }

  /** Returns the name of the first column of an analyzed subquery; null if it is not known. */
  @Nullable String firstColumn(Query query) {
    return firstColumns.get(query);
  }

  /** Returns the conjuncts of a WHERE clause; none without a clause. */
  public List<Expression> where(dev.colonnade.sql.syntax.query.@Nullable Expression condition) {
    return condition == null
        ? List.of()
        : Conjuncts.of(expressions(ClauseKind.WHERE).predicate(condition));
  }

  /** Throws the first error of a constant, which fails the statement before it reads a row. */
  public void requireValidConstants() {
    for (ExpressionAnalyzer analyzer : analyzers) {
      List<ColonnadeException> errors = analyzer.constantErrors();
      if (!errors.isEmpty()) {
        throw errors.getFirst();
      }
    }
  }
}
