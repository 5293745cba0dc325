package dev.colonnade.sql.plan;

import dev.colonnade.catalog.View;
import java.util.List;
import java.util.Set;

/**
 * What a query is as a view.
 *
 * @param text the query, with what a star stands for in the place of the star
 * @param uses what it needs
 */
public record ViewShape(String text, List<String> columnNames, Set<View.Use> uses) {
  public ViewShape {
    columnNames = List.copyOf(columnNames);
    uses = Set.copyOf(uses);
  }
}
