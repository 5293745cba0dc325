package dev.colonnade.sql.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.schema.TableFigures;

/**
 * What a query is planned against.
 *
 * @param sql the text, for the positions of errors
 * @param names what its names stand for
 * @param figures what is known of the rows of tables
 */
public record PlannerGround(String sql, NameScope names, TableFigures figures) {
  public PlannerGround {
    requireNonNull(sql, "sql is null");
    requireNonNull(names, "names is null");
    requireNonNull(figures, "figures is null");
  }
}
