package dev.colonnade.sql.system;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column of a view.
 *
 * @param stored that of the table's column that it is; null if it is none
 */
public record ViewColumn(SqlType type, @Nullable ColumnType stored) {
  public ViewColumn {
    requireNonNull(type, "type is null");
  }
}
