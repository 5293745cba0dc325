package dev.colonnade.sql;

import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import java.util.List;

/**
 * Parameter types and result columns of a statement.
 *
 * @param columns of its rows; empty if it returns none
 */
public record SqlDescription(List<SqlType> parameterTypes, List<SqlColumn> columns) {
  public SqlDescription {
    parameterTypes = List.copyOf(parameterTypes);
    columns = List.copyOf(columns);
  }
}
