package dev.colonnade.sql.statement;

import dev.colonnade.sql.vector.BatchSource;
import java.util.ArrayList;
import java.util.Collections;
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
      return rows(result.command(), result.columns(), remaining(result), result.updateCount());
    }
  }

  private static List<@Nullable Object[]> remaining(StatementResult result) {
    @Nullable Object[] first = result.next();
    @Nullable Object[] next = first == null ? null : result.next();
    if (first == null || next == null) {
      return first == null ? List.of() : Collections.singletonList(first);
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(first);
    for (; next != null; next = result.next()) {
      rows.add(next);
    }
    return rows;
  }

  /** No rows, and a number of changed ones. */
  static StatementResult changed(String command, long updateCount) {
    return rows(command, List.of(), List.of(), updateCount);
  }

  /** Rows that are there already. */
  static StatementResult rows(
      String command, List<SqlColumn> columns, List<@Nullable Object[]> rows) {
    return rows(command, columns, rows, rows.size());
  }

  private static StatementResult rows(
      String command, List<SqlColumn> columns, List<@Nullable Object[]> rows, long updateCount) {
    return new StatementResult() {
      private int position;

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
        return position < rows.size() ? rows.get(position++) : null;
      }

      @Override
      public void close() {} // holds nothing
    };
  }
}
