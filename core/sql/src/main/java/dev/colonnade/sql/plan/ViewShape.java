package dev.colonnade.sql.plan;

import dev.colonnade.catalog.relation.View;
import java.util.List;
import java.util.Set;

/**
 * Shape of a query as a view.
 *
 * @param text the query with its stars expanded
 * @param uses the objects that it depends on
 */
public record ViewShape(String text, List<String> columnNames, Set<View.Dependency> uses) {
  public ViewShape {
    columnNames = List.copyOf(columnNames);
    uses = Set.copyOf(uses);
  }
}
