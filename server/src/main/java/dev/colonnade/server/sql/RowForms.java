package dev.colonnade.server.sql;

import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.sql.statement.SqlColumn;
import java.util.List;

/**
 * Encoding of the rows of a statement, which is known before its execution.
 *
 * @param description description of the rows that is sent to clients
 * @param values encoder of short results
 */
public record RowForms(SqlRowDescription description, List<SqlColumn> columns, ValueRows values) {
  public RowForms {
    columns = List.copyOf(columns);
  }

  /** Returns the encoding of rows with these columns. */
  public static RowForms of(List<SqlColumn> columns) {
    SqlRowDescription description = SqlForms.description(columns);
    return new RowForms(description, columns, new ValueRows(description, columns));
  }

  /** Returns a builder of Arrow record batches, for long results. */
  public RowBatch batch() {
    return new RowBatch(description, columns);
  }
}
