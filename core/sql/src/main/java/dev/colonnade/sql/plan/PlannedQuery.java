package dev.colonnade.sql.plan;

import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.type.SqlType;
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
}
