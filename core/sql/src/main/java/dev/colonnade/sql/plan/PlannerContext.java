package dev.colonnade.sql.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.schema.TableStatisticsSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Context of planning a query.
 *
 * @param sql the text, for the positions of errors
 * @param names the name resolution
 * @param figures statistics of tables
 * @param held names of WITH whose rows are materialized when the statement runs
 */
public record PlannerContext(
    String sql, NameScope names, TableStatisticsSource figures, List<MaterializedCteTable> held) {
  public PlannerContext {
    requireNonNull(sql, "sql is null");
    requireNonNull(names, "names is null");
    requireNonNull(figures, "figures is null");
    held = List.copyOf(held);
  }

  /** Without names of WITH that are kept. */
  public PlannerContext(String sql, NameScope names, TableStatisticsSource figures) {
    this(sql, names, figures, List.of());
  }

  /** Returns the context of a query that may also name a common table expression. */
  PlannerContext with(MaterializedCteTable table) {
    List<MaterializedCteTable> all = new ArrayList<>(held);
    all.removeIf(other -> other.name().equals(table.name()));
    all.add(table);
    return new PlannerContext(sql, names, figures, all);
  }
}
