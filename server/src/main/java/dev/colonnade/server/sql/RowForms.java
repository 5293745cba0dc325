package dev.colonnade.server.sql;

import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.sql.statement.SqlColumn;
import java.util.List;

/**
 * What is known of the rows of a statement before it runs.
 *
 * @param shape what clients are told of them
 * @param values writes few of them
 */
public record RowForms(SqlRowDescription shape, List<SqlColumn> columns, ValueRows values) {
  public RowForms {
    columns = List.copyOf(columns);
  }

  /** The forms of rows of these columns. */
  public static RowForms of(List<SqlColumn> columns) {
    SqlRowDescription shape = SqlForms.shape(columns);
    return new RowForms(shape, columns, new ValueRows(shape, columns));
  }

  /** Collects many of them. */
  public RowBatch batch() {
    return new RowBatch(shape, columns);
  }
}
