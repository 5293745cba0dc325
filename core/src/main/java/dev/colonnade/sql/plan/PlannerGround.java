package dev.colonnade.sql.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import java.util.function.ToLongFunction;

/**
 * What a query is planned against.
 *
 * @param sql the text, for the positions of errors
 * @param rowCounts about how many rows a table has
 */
public record PlannerGround(String sql, CatalogSnapshot catalog, ToLongFunction<Table> rowCounts) {
  public PlannerGround {
    requireNonNull(sql, "sql is null");
    requireNonNull(catalog, "catalog is null");
    requireNonNull(rowCounts, "rowCounts is null");
  }
}
