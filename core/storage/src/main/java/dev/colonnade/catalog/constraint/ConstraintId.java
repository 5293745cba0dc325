package dev.colonnade.catalog.constraint;

import static java.util.Objects.requireNonNull;

/** Identifier of a constraint: the id of its table and its name. */
public record ConstraintId(int tableId, String name) {
  public ConstraintId {
    requireNonNull(name, "name is null");
  }
}
