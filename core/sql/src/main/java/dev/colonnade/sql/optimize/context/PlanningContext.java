package dev.colonnade.sql.optimize.context;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.logical.Variables;

/**
 * Context of planning one statement.
 *
 * @param variables allocator of the statement's variables
 * @param cancellation checked by every loop whose length depends on the statement
 */
public record PlanningContext(
    Variables variables,
    PlannerStatistics statistics,
    PlannerSettings settings,
    Cancellation cancellation) {
  public PlanningContext {
    requireNonNull(variables, "variables is null");
    requireNonNull(statistics, "statistics is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(cancellation, "cancellation is null");
  }
}
