package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.vector.BatchSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a running query, as clients see them. One thread. */
public final class QueryResult implements StatementResult {
  private final String command;
  private final List<SqlColumn> columns;
  private final InternalRows rows;
  private long count;

  public QueryResult(String command, List<SqlColumn> columns, InternalRows rows) {
    this.command = requireNonNull(command, "command is null");
    this.columns = List.copyOf(columns);
    this.rows = requireNonNull(rows, "rows is null");
  }

  @Override
  public String command() {
    return command;
  }

  @Override
  public List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public long updateCount() {
    return count;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    @Nullable Object[] internal = rows.next();
    if (internal == null) {
      return null;
    }
    count++;
    @Nullable Object[] row = new @Nullable Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = columns.get(i).shown(internal[i]);
    }
    return row;
  }

  @Override
  public @Nullable BatchSource batches() {
    return columns.isEmpty() ? null : rows.batches();
  }

  @Override
  public void close() {
    rows.close();
  }
}
