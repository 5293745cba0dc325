package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.scan.ResultColumn;

/**
 * A column of a result.
 *
 * @param tableId of the table that it comes from; 0 if it is worked out
 * @param columnId of the column of that table; 0 if it is worked out
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

  /** The column as readers of batches take it. */
  public ResultColumn resultColumn() {
    return new ResultColumn(columnId, name, type.carrier(), true);
  }
}
