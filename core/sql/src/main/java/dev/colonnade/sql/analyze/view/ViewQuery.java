package dev.colonnade.sql.analyze.view;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import java.util.List;
import java.util.Set;

/**
 * Analyzed query of a new view.
 *
 * @param text of the query, with columns in place of its stars
 * @param dependencies objects and columns that the text refers to
 */
public record ViewQuery(
    String text, List<ResultColumn> columns, Set<View.Dependency> dependencies) {
  public ViewQuery {
    requireNonNull(text, "text is null");
    columns = List.copyOf(columns);
    dependencies = Set.copyOf(dependencies);
  }
}
