package dev.colonnade.sql.analyze.change.relation;

import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import org.jspecify.annotations.Nullable;

/**
 * Shape of the query of a view.
 *
 * @param select the query if rows can change through the view; otherwise null
 * @param source the only table or view of FROM; otherwise null
 * @param obstacle PostgreSQL's text of the reason why rows cannot change; null if there is none
 */
record ViewShape(
    Query.@Nullable Select select, FromItem.@Nullable Table source, @Nullable String obstacle) {
  static final String NOT_SINGLE =
      "Views that do not select from a single table or view are not automatically updatable.";

  /** Returns the shape of a query. */
  static ViewShape of(Query query) {
    return switch (query) {
      case Query.Qualified qualified -> ofQualified(qualified);
      case Query.Select select -> ofSelect(select);
      case Query.SetOperation _ ->
          not("Views containing UNION, INTERSECT, or EXCEPT are not automatically updatable.");
      case Query.Values _, Query.Table _, Query.Past _ -> not(NOT_SINGLE);
    };
  }

  private static ViewShape ofQualified(Query.Qualified query) {
    ViewShape inner = of(query.body());
    if (query.body() instanceof Query.Select select && obstacleOfGroups(select) != null) {
      return inner;
    }
    if (query.body() instanceof Query.SetOperation) {
      return inner;
    }
    if (query.with() != null) {
      return not("Views containing WITH are not automatically updatable.");
    }
    if (query.limit() != null) {
      return not("Views containing LIMIT or OFFSET are not automatically updatable.");
    }
    return inner;
  }

  private static ViewShape ofSelect(Query.Select select) {
    String obstacle = obstacleOfGroups(select);
    if (obstacle != null) {
      return not(obstacle);
    }
    boolean isSingle =
        select.from().items().size() == 1
            && select.from().items().getFirst() instanceof FromItem.Table;
    if (!isSingle) {
      return not(NOT_SINGLE);
    }
    FromItem.Table source = (FromItem.Table) select.from().items().getFirst();
    return source.sample() == null
        ? new ViewShape(select, source, null)
        : not("Views containing TABLESAMPLE are not automatically updatable.");
  }

  private static @Nullable String obstacleOfGroups(Query.Select select) {
    if (select.distinct() != null) {
      return "Views containing DISTINCT are not automatically updatable.";
    }
    if (select.aggregation().groupBy() != null) {
      return "Views containing GROUP BY are not automatically updatable.";
    }
    return select.aggregation().having() == null
        ? null
        : "Views containing HAVING are not automatically updatable.";
  }

  private static ViewShape not(String obstacle) {
    return new ViewShape(null, null, obstacle);
  }
}
