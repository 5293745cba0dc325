package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.SubqueryAnalyzer;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Context of one SELECT: its names, its level, and the analysis of its expressions. */
final class SelectContext {
  private final QueryContext query;
  private final Scope scope;
  private final SelectLevel level;
  private boolean hasGroupingSets;
  private final Map<ClauseKind, ExpressionAnalyzer> analyzers = new EnumMap<>(ClauseKind.class);

  /** Columns that columns of the result name outside of aggregates, by their position. */
  private final Map<Integer, List<Expression>> namedInTargets = new HashMap<>();

  private final IdentityHashMap<Query, String> firstColumns = new IdentityHashMap<>();

  SelectContext(QueryContext query) {
    this.query = query;
    this.scope = new Scope(query.statement(), query.outer());
    this.level = new SelectLevel(query.level(), scope, query.statement().variables());
  }

  QueryContext query() {
    return query;
  }

  StatementAnalysis statement() {
    return query.statement();
  }

  Scope scope() {
    return scope;
  }

  SelectLevel level() {
    return level;
  }

  /** Returns the analysis of the expressions of a clause, which begins. */
  ExpressionAnalyzer expressions(ClauseKind clause) {
    level.enter(clause);
    return analyzers.computeIfAbsent(clause, this::created);
  }

  private ExpressionAnalyzer created(ClauseKind clause) {
    ExpressionAnalyzer analyzer = analyzer(clause);
    if (hasGroupingSets && clause != ClauseKind.WHERE) {
      analyzer.suspendFolding();
    }
    return analyzer;
  }

  /**
   * Keeps constant expressions outside of WHERE: a key of a grouping set is equal to expressions of
   * the same form, but not to constants of the same value.
   */
  void setGroupingSets() {
    hasGroupingSets = true;
  }

  /** Sets the columns that a column of the result names outside of aggregates. */
  void setNamed(int target, List<Expression> columns) {
    namedInTargets.put(target, columns);
  }

  /** Returns the columns that a column of the result names outside of aggregates. */
  List<Expression> namedIn(int target) {
    return namedInTargets.getOrDefault(target, List.of());
  }

  /** Returns the columns that clauses name outside of aggregates. */
  List<Expression> namedColumns(ClauseKind... clauses) {
    List<Expression> named = new ArrayList<>();
    for (ClauseKind clause : clauses) {
      ExpressionAnalyzer analyzer = analyzers.get(clause);
      if (analyzer != null) {
        named.addAll(analyzer.namedColumns());
      }
    }
    return named;
  }

  /** Passes on the columns of enclosing queries that this query names outside of aggregates. */
  void passOuterReads() {
    QueryLevel outer = level.outer();
    if (outer == null) {
      return;
    }
    List<Expression> named = new ArrayList<>(level.takeSubqueryReads());
    analyzers.values().forEach(analyzer -> named.addAll(analyzer.namedColumns()));
    named.removeIf(column -> !(column instanceof Variable known) || scope.defines(known));
    outer.addSubqueryReads(named);
  }

  private ExpressionAnalyzer analyzer(ClauseKind clause) {
    SubqueryAnalyzer subqueries = node -> subquery(node, clause);
    return new ExpressionAnalyzer(
        new ExpressionContext(query.statement(), scope, subqueries, level, clause));
  }

  private AnalyzedQuery subquery(Query node, ClauseKind clause) {
    List<Expression> ofFrom = level.takeSubqueryReads();
    AnalyzedQuery analyzed = query.analyses().query(node, query.inside(scope, level));
    ExpressionAnalyzer analyzer = analyzers.get(clause);
    if (analyzer != null) {
      analyzer.addNamedColumns(level.takeSubqueryReads());
    }
    level.addSubqueryReads(ofFrom);
    if (!analyzed.columns().isEmpty()) {
      firstColumns.put(node, analyzed.columns().getFirst().name());
    }
    return analyzed;
  }

  /** Returns the name of the first column of an analyzed subquery. */
  @Nullable String firstColumn(Query node) {
    return firstColumns.get(node);
  }
}
