package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table that an update or a delete is about.
 *
 * @param alias what the condition calls the table; null for its name
 * @param condition null for all rows
 * @param returning what is returned of each row; empty for nothing
 */
public record SqlTableRows(
    SqlIdentifier table,
    @Nullable SqlIdentifier alias,
    @Nullable SqlNode condition,
    List<SqlNode> returning) {
  public SqlTableRows {
    returning = returning == null ? List.of() : List.copyOf(returning);
  }
}
