package dev.colonnade.sql.analyze.query;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.syntax.query.Query;

/** Analysis of queries. One statement, one thread. */
public final class QueryAnalyzer {
  private final QueryContext context;

  /**
   * Creates the analysis of the queries of a place.
   *
   * @param context of the outermost query: {@code new QueryContext(statement, null, null,
   *     List.of(), analyses)}
   */
  public QueryAnalyzer(QueryContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  /** Returns an analyzed query. */
  public AnalyzedQuery analyze(Query query) {
    throw new ColonnadeException(ErrorCode.UNSUPPORTED, "query " + query + context);
  }

  /**
   * Returns a query with the keys of the tables of its FROM, without LIMIT and OFFSET, for row
   * locks.
   */
  public KeyedQuery withKeys(Query.Qualified query) {
    throw new ColonnadeException(ErrorCode.UNSUPPORTED, "query " + query + context);
  }
}
