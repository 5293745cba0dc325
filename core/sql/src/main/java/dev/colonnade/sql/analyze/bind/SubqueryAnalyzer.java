package dev.colonnade.sql.analyze.bind;

import dev.colonnade.sql.syntax.query.Query;

/** Analysis of a subquery in the scope of an expression. */
@FunctionalInterface
public interface SubqueryAnalyzer {
  /** Returns the subquery, whose plan may read variables of the scopes around it. */
  AnalyzedQuery analyze(Query query);
}
