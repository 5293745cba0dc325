package dev.colonnade.catalog.rule;

import static java.util.Objects.requireNonNull;

/** A constraint of a table. */
public record ConstraintId(int tableId, String name) {
  public ConstraintId {
    requireNonNull(name, "name is null");
  }
}
