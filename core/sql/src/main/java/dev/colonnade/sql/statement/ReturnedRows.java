package dev.colonnade.sql.statement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows that a statement returns of those that it changes; kept until it has changed them. */
final class ReturnedRows {
  private final QueryStatement source;
  private final int passed;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /**
   * Rows of a query.
   *
   * @param passed how many columns come first that are not returned
   */
  ReturnedRows(QueryStatement source, int passed) {
    this.source = source;
    this.passed = passed;
  }

  static List<SqlColumn> columns(QueryStatement source, int passed) {
    return source.columns().subList(passed, source.columns().size());
  }

  void add(@Nullable Object[] held) {
    add(source, passed, held);
  }

  /** Adds a row of another query, whose columns from {@code passed} on are of the same types. */
  void add(QueryStatement from, int passed, @Nullable Object[] held) {
    List<SqlColumn> columns = columns(from, passed);
    if (columns.isEmpty()) {
      return;
    }
    rows.add(Arrays.copyOfRange(held, passed, passed + columns.size()));
  }

  /** The rows as they are held. */
  List<@Nullable Object[]> held() {
    return rows;
  }

  StatementResult outcome(String command, long changed) {
    List<SqlColumn> columns = columns(source, passed);
    return columns.isEmpty()
        ? StatementResult.changed(command, changed)
        : StatementResult.rows(command, columns, shown(columns));
  }

  /** The rows as users see them. */
  List<@Nullable Object[]> shown(List<SqlColumn> columns) {
    List<@Nullable Object[]> shown = new ArrayList<>();
    for (@Nullable Object[] held : rows) {
      @Nullable Object[] row = new @Nullable Object[held.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = QueryStatement.valueOf(columns.get(i).type(), held[i]);
      }
      shown.add(row);
    }
    return shown;
  }
}
