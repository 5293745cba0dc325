package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.VectorType;

/**
 * Column of the rows of a plan.
 *
 * @param name as EXPLAIN shows it in expressions
 */
public record PlanColumn(String name, VectorType type) {
  public PlanColumn {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
  }
}
