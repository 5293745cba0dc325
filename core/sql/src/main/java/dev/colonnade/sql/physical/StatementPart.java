package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.SqlType;
import java.util.List;

/**
 * Part of a statement that is planned by itself.
 *
 * @param parameterTypes types of its parameters, which are the first ones of the statement
 */
public record StatementPart(PhysicalPlan plan, List<SqlType> parameterTypes) {
  public StatementPart {
    requireNonNull(plan, "plan is null");
    parameterTypes = List.copyOf(parameterTypes);
  }
}
