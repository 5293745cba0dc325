package dev.colonnade.sql.statement;

import dev.colonnade.sql.plan.ColumnOrigin;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Columns of the results of queries of Calcite. */
final class PlannedColumns {
  private PlannedColumns() {}

  /** Returns the columns of a query; none of a SELECT without a list. */
  static List<SqlColumn> of(PlannedQuery query) {
    List<SqlColumn> columns = new ArrayList<>();
    int count = query.hasNoList() ? 0 : query.columnNames().size();
    for (int i = 0; i < count; i++) {
      columns.add(
          of(query.columnNames().get(i), query.columnTypes().get(i), query.origins().get(i)));
    }
    return List.copyOf(columns);
  }

  /** Returns a column with an origin. */
  private static SqlColumn of(String name, SqlType type, ColumnOrigin origin) {
    boolean fits = origin.relationOid() <= Integer.MAX_VALUE;
    return new SqlColumn(
        name,
        type,
        fits ? (int) origin.relationOid() : 0,
        fits ? origin.columnNumber() : 0,
        new SqlColumn(name, type).typeModifier());
  }
}
