package dev.colonnade.catalog.rule;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A condition that is false of no row.
 *
 * @param expression of SQL
 * @param columnIds the columns that it is about
 */
public record CheckConstraint(String name, String expression, List<Integer> columnIds) {
  public CheckConstraint {
    requireNonNull(name, "name is null");
    requireNonNull(expression, "expression is null");
    columnIds = List.copyOf(columnIds);
  }
}
