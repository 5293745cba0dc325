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
public record ResultEncoding(
    SqlRowDescription description, List<SqlColumn> columns, TaggedRowEncoder values) {
  public ResultEncoding {
    columns = List.copyOf(columns);
  }

  /** Returns the encoding of rows with these columns. */
  public static ResultEncoding of(List<SqlColumn> columns) {
    SqlRowDescription description = SqlTranslator.description(columns);
    return new ResultEncoding(description, columns, new TaggedRowEncoder(description, columns));
  }

  /** Returns a builder of Arrow record batches, for long results. */
  public ArrowBatchBuilder batch() {
    return new ArrowBatchBuilder(description, columns);
  }
}
