package dev.colonnade.sql.plan.physical;

import dev.colonnade.sql.physical.PlanColumn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.core.CorrelationId;

/** Columns of enclosing rows, by the correlation variables under which plans read them. */
final class OuterScopes {
  private final Map<CorrelationId, List<PlanColumn>> columns = new HashMap<>();

  void add(CorrelationId id, List<PlanColumn> added) {
    columns.put(id, List.copyOf(added));
  }

  /** Returns the columns of an enclosing row. */
  List<PlanColumn> columns(CorrelationId id) {
    List<PlanColumn> found = columns.get(id);
    if (found == null) {
      throw new IllegalStateException("no enclosing row: correlation=" + id);
    }
    return found;
  }
}
