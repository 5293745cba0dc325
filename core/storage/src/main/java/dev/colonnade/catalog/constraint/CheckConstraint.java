package dev.colonnade.catalog.constraint;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * CHECK constraint: a predicate that must not be false for any row.
 *
 * @param expression SQL text of the predicate
 * @param columnIds ids of the columns that it references
 */
public record CheckConstraint(String name, String expression, List<Integer> columnIds) {
  public CheckConstraint {
    requireNonNull(name, "name is null");
    requireNonNull(expression, "expression is null");
    columnIds = List.copyOf(columnIds);
  }
}
