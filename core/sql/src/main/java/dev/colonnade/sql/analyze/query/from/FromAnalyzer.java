package dev.colonnade.sql.analyze.query.from;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of FROM. Its relations are added to a scope. */
public final class FromAnalyzer {
  private final QueryContext context;
  private final Scope scope;
  private final QueryLevel level;

  /**
   * Creates the analysis of a FROM clause.
   *
   * @param context of the query that FROM belongs to
   * @param scope of that query
   * @param level of that query
   */
  public FromAnalyzer(QueryContext context, Scope scope, QueryLevel level) {
    this.context = requireNonNull(context, "context is null");
    this.scope = requireNonNull(scope, "scope is null");
    this.level = requireNonNull(level, "level is null");
  }

  /**
   * Returns the cross join of the items behind other relations that the scope already has.
   *
   * @param before plan of those relations, such as the target of UPDATE; null for none
   */
  public LogicalPlan analyze(@Nullable LogicalPlan before, List<FromItem> items) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "FROM " + before + items + context + scope + level);
  }
}
