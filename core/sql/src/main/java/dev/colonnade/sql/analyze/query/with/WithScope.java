package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.syntax.query.With;

/** Scope of a WITH clause. */
interface WithScope {
  /** Returns the context of the query behind WITH. */
  QueryContext open(With with);

  /** Returns the plan of that query with the items that it refers to. */
  LogicalPlan close(LogicalPlan body);
}
