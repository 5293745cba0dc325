package dev.colonnade.sql.frontend.statement;

import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Columns of results as clients see them. */
final class ResultColumns {
  private ResultColumns() {}

  static List<SqlColumn> of(DataPlan plan) {
    List<SqlColumn> columns = new ArrayList<>();
    List<ResultColumn> analyzed = plan.analyzed().columns();
    for (int i = 0; i < analyzed.size(); i++) {
      columns.add(of(analyzed.get(i), plan.columnTypes().get(i)));
    }
    return List.copyOf(columns);
  }

  private static SqlColumn of(ResultColumn column, SqlType type) {
    Origin origin = column.origin();
    return new SqlColumn(
        column.name(),
        type,
        origin.relationOid(),
        origin.attributeNumber(),
        modifier(column.type()));
  }

  /** Returns the modifier; clients see a domain as the type under it. */
  private static int modifier(TypeReference type) {
    TypeReference base = type.type().isDomain() ? Types.baseReferenceOf(type.type()) : type;
    return base.hasModifier() ? base.modifier() : TypeModifiers.NONE;
  }
}
