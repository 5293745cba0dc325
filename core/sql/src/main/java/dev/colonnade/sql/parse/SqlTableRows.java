package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table that an update or a delete is about.
 *
 * @param alias what the condition calls the table; null for its name
 * @param from further tables that the condition and the new values may name; null for none
 * @param condition null for all rows
 * @param with queries that the statement may name; null for none
 * @param returning what is returned of each row; empty for nothing
 */
public record SqlTableRows(
    SqlIdentifier table,
    @Nullable SqlIdentifier alias,
    @Nullable SqlNode from,
    @Nullable SqlNode condition,
    @Nullable SqlNodeList with,
    List<SqlNode> returning) {
  /** Rows of one table. */
  public SqlTableRows(
      SqlIdentifier table,
      @Nullable SqlIdentifier alias,
      @Nullable SqlNode from,
      @Nullable SqlNode condition,
      List<SqlNode> returning) {
    this(table, alias, from, condition, null, returning);
  }

  public SqlTableRows {
    returning = returning == null ? List.of() : List.copyOf(returning);
  }

  SqlTableRows with(SqlNodeList queries) {
    return new SqlTableRows(table, alias, from, condition, queries, returning);
  }
}
