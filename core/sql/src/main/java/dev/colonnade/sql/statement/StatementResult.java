package dev.colonnade.sql.statement;

import dev.colonnade.sql.vector.BatchSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of a statement. One thread. */
public interface StatementResult extends AutoCloseable {
  String command();

  List<SqlColumn> columns();

  long updateCount();

  /** The next row; null after the last. */
  @Nullable Object @Nullable [] next();

  /** The rows in columns, as the query has them; null if they only come one by one. */
  default @Nullable BatchSource batches() {
    return null;
  }

  @Override
  void close();

  /** Returns a result whose rows have all been read; closes the other. */
  static StatementResult buffered(StatementResult result) {
    try (result) {
      List<@Nullable Object[]> rows = new ArrayList<>(1);
      for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
        rows.add(row);
      }
      return rows(result.command(), result.columns(), rows.iterator(), result.updateCount());
    }
  }

  /** No rows, and a number of changed ones. */
  static StatementResult changed(String command, long updateCount) {
    return rows(command, List.of(), List.<@Nullable Object[]>of().iterator(), updateCount);
  }

  /** Rows that are there already. */
  static StatementResult rows(
      String command, List<SqlColumn> columns, List<@Nullable Object[]> rows) {
    return rows(command, columns, rows.iterator(), rows.size());
  }

  private static StatementResult rows(
      String command,
      List<SqlColumn> columns,
      Iterator<@Nullable Object[]> rows,
      long updateCount) {
    return new StatementResult() {
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
        return updateCount;
      }

      @Override
      public @Nullable Object @Nullable [] next() {
        return rows.hasNext() ? rows.next() : null;
      }

      @Override
      public void close() {} // holds nothing
    };
  }
}
