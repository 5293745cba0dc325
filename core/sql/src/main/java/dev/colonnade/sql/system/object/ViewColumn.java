package dev.colonnade.sql.system.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * Type of a view's column.
 *
 * @param stored the column type of the underlying table column; null if the view computes the
 *     column
 */
public record ViewColumn(SqlType type, @Nullable ColumnType stored) {
  public ViewColumn {
    requireNonNull(type, "type is null");
  }
}
