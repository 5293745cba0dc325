package dev.colonnade.sql.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.sql.schema.TableFigures;

/**
 * What a query is planned against.
 *
 * @param sql the text, for the positions of errors
 * @param figures what is known of the rows of tables
 */
public record PlannerGround(String sql, CatalogSnapshot catalog, TableFigures figures) {
  public PlannerGround {
    requireNonNull(sql, "sql is null");
    requireNonNull(catalog, "catalog is null");
    requireNonNull(figures, "figures is null");
  }
}
