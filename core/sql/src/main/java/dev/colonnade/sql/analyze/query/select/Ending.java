package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.SortKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ORDER BY and LIMIT behind a query. */
public record Ending(List<SortKey> orderBy, Query.@Nullable Limit limit) {
  /** Neither of the clauses. */
  public static final Ending NONE = new Ending(List.of(), null);

  public Ending(List<SortKey> orderBy, Query.@Nullable Limit limit) {
    this.orderBy = List.copyOf(orderBy);
    this.limit = limit;
  }
}
