package dev.colonnade.sql.optimize.context;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;

/**
 * Context of planning one statement.
 *
 * @param variables allocator of the statement's variables
 * @param cancellation checked by every loop whose length depends on the statement
 * @param indexExpressions of partial indexes and of indexes of expressions
 * @param parameterTypes of the parameters of the statement
 */
public record PlanningContext(
    Variables variables,
    PlannerStatistics statistics,
    PlannerSettings settings,
    Cancellation cancellation,
    IndexExpressions indexExpressions,
    List<TypeReference> parameterTypes) {
  public PlanningContext {
    requireNonNull(variables, "variables is null");
    requireNonNull(statistics, "statistics is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(cancellation, "cancellation is null");
    requireNonNull(indexExpressions, "indexExpressions is null");
    parameterTypes = List.copyOf(parameterTypes);
  }

  /** Creates the context of a statement without parameters that uses indexes of columns only. */
  public PlanningContext(
      Variables variables,
      PlannerStatistics statistics,
      PlannerSettings settings,
      Cancellation cancellation) {
    this(variables, statistics, settings, cancellation, IndexExpressions.NONE, List.of());
  }
}
