package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.result.ResultColumn;

/**
 * Result column of an SQL statement.
 *
 * @param tableId id of the table that the column belongs to; 0 if it is computed
 * @param columnId id of the column of that table; 0 if it is computed
 */
public record SqlColumnInfo(String name, SqlTypeInfo type, int tableId, int columnId) {
  public SqlColumnInfo {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    if (tableId < 0 || columnId < 0) {
      throw new IllegalArgumentException(
          "ids are below 0: tableId=" + tableId + " columnId=" + columnId);
    }
  }

  /** Returns the column in the form that page decoders accept. */
  public ResultColumn resultColumn() {
    return new ResultColumn(columnId, name, type.carrier(), true);
  }
}
