package dev.colonnade.sql.frontend.statement;

import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.frontend.plan.ClientTypes;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeCategory;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.SqlColumn.DefinedType;
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
        modifier(column.type()),
        definedType(column.type(), types));
  }

  private static DefinedType definedType(TypeReference reference, Types types) {
    Type type = Types.baseOf(reference.type());
    Type element = types.elementOf(type);
    if (element != null) {
      return isEnum(element) ? new DefinedType(type.oid(), element.oid()) : DefinedType.NONE;
    }
    return isEnum(type) ? new DefinedType(type.oid(), 0) : DefinedType.NONE;
  }

  private static boolean isEnum(Type type) {
    return type.category() == TypeCategory.ENUM;
  }

  /** Returns the modifier; clients see a domain as the type under it. */
  private static int modifier(TypeReference type) {
    TypeReference base = type.type().isDomain() ? Types.baseReferenceOf(type.type()) : type;
    return base.hasModifier() ? base.modifier() : TypeModifiers.NONE;
  }
}
