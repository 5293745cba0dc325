package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.sql.analyze.query.draft.QueryDraft;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.syntax.query.Query;

/** Analysis of queries whose undecided columns get their types later. */
@FunctionalInterface
public interface QueryDrafts {
  /** Returns the draft of a query. */
  QueryDraft prepare(Query query, QueryContext context);
}
