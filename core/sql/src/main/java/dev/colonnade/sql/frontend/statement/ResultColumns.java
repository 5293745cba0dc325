package dev.colonnade.sql.frontend.statement;

import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.frontend.plan.ClientTypes;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.statement.SqlColumn;
import java.util.List;

/** Columns of results as clients see them. */
final class ResultColumns {
  private ResultColumns() {}

  static List<SqlColumn> of(DataPlan plan) {
    return plan.analyzed().columns().stream().map(column -> of(column, plan.types())).toList();
  }

  private static SqlColumn of(ResultColumn column, Types types) {
    Origin origin = column.origin();
    return new SqlColumn(
        column.name(),
        ClientTypes.of(column.type(), types),
        origin.relationOid(),
        origin.columnNumber(),
        modifier(column.type()));
  }

  /** Returns the modifier; clients see a domain as the type under it. */
  private static int modifier(TypeReference type) {
    TypeReference base = type.type().isDomain() ? Types.baseReferenceOf(type.type()) : type;
    return base.hasModifier() ? base.modifier() : TypeModifiers.NONE;
  }
}
