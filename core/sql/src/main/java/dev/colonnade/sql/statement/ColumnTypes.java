package dev.colonnade.sql.statement;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;

/** The types of columns by what definitions call them: PostgreSQL's, and the enums of users. */
public final class ColumnTypes {
  private ColumnTypes() {}

  /** The type; UNKNOWN_OBJECT if there is none. */
  public static ColumnType of(SqlDataTypeSpec spec, NameScope names) {
    if (spec.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec named) {
      EnumType type = names.findEnum(named.getTypeName().names);
      if (type != null) {
        return ColumnType.enumerated(type);
      }
    }
    return CalciteTypes.columnType(spec);
  }
}
