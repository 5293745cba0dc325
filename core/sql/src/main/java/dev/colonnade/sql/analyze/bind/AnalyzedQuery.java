package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalPlan;
import java.util.List;

/**
 * Analyzed query or change.
 *
 * @param plan whose columns are the variables of {@code columns}, in their order
 */
public record AnalyzedQuery(LogicalPlan plan, List<ResultColumn> columns) {
  public AnalyzedQuery {
    requireNonNull(plan, "plan is null");
    columns = List.copyOf(columns);
  }
}
