package dev.colonnade.sql.plan.physical;

import dev.colonnade.sql.physical.PlanColumn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.core.CorrelationId;
import org.jspecify.annotations.Nullable;

/** Columns of enclosing rows that dependent joins and subqueries read. */
final class OuterScopes {
  private final Map<Integer, RowColumns> byId = new HashMap<>();

  /** Adds the columns of the left input of a dependent join. */
  void add(CorrelationId id, List<PlanColumn> added) {
    byId.put(
        id.getId(),
        new RowColumns(
            id.getId(),
            added.stream().map(PlanColumn::type).toList(),
            added.stream().map(PlanColumn::name).toList()));
  }

  /** Adds the columns that a subquery reads; their id is the negated number of the subquery. */
  void add(RowColumns columns) {
    byId.put(columns.id(), columns);
  }

  /** Returns the columns that a correlation variable stands for. */
  RowColumns columns(CorrelationId id) {
    return require(byId.get(id.getId()), "correlation=" + id);
  }

  /** Returns the columns that a subquery reads. */
  RowColumns subquery(int number) {
    return require(byId.get(-number), "subquery=" + number);
  }

  private static RowColumns require(@Nullable RowColumns found, String name) {
    if (found == null) {
      throw new IllegalStateException("no enclosing row: " + name);
    }
    return found;
  }
}
