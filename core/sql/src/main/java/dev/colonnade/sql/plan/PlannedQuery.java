package dev.colonnade.sql.plan;

import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;

/**
 * A query as logical operators over {@link PushedScan}s.
 *
 * @param physical the plan that runs
 * @param columnNames what the result's columns are called; as many as the plan has
 * @param origins where its columns come from
 * @param parameterTypes the types of the parameters, in their order
 */
public record PlannedQuery(
    RelNode plan,
    PhysicalPlan physical,
    List<String> columnNames,
    List<SqlType> columnTypes,
    List<ColumnOrigin> origins,
    List<SqlType> parameterTypes) {
  public PlannedQuery {
    columnNames = List.copyOf(columnNames);
    columnTypes = List.copyOf(columnTypes);
    origins = List.copyOf(origins);
    parameterTypes = List.copyOf(parameterTypes);
  }

  /**
   * Returns whether the query is a SELECT without a list: its rows have no columns for the client.
   */
  public boolean hasNoList() {
    return columnNames.size() == 1 && columnNames.getFirst().equals(ExtraOperators.NOTHING);
  }

  /** Returns the query with the types of parameters that other parts of the statement know. */
  PlannedQuery withParameters(List<List<SqlType>> others) {
    if (others.isEmpty()) {
      return this;
    }
    List<SqlType> merged = new ArrayList<>(parameterTypes);
    for (List<SqlType> types : others) {
      for (int i = 0; i < types.size(); i++) {
        if (i == merged.size()) {
          merged.add(types.get(i));
        } else if (merged.get(i).kind() == TypeKind.UNKNOWN) {
          merged.set(i, types.get(i));
        }
      }
    }
    return new PlannedQuery(plan, physical, columnNames, columnTypes, origins, merged);
  }
}
