package dev.colonnade.sql.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.schema.HeldTable;
import dev.colonnade.sql.schema.TableFigures;
import java.util.List;

/**
 * Context of planning a query.
 *
 * @param sql the text, for the positions of errors
 * @param names the name resolution
 * @param figures statistics of tables
 * @param held names of WITH whose rows are materialized when the statement runs
 */
public record PlannerGround(
    String sql, NameScope names, TableFigures figures, List<HeldTable> held) {
  public PlannerGround {
    requireNonNull(sql, "sql is null");
    requireNonNull(names, "names is null");
    requireNonNull(figures, "figures is null");
    held = List.copyOf(held);
  }

  /** Without names of WITH that are kept. */
  public PlannerGround(String sql, NameScope names, TableFigures figures) {
    this(sql, names, figures, List.of());
  }
}
