package dev.colonnade.bench.bulk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.jdbc.JdbcTarget;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Times of the statements of one database. One thread. */
final class BulkTimes {
  private static final int BATCH_ROWS = 1_000;
  private static final double NANOS_PER_MILLI = 1e6;

  private static final String FIRST = "bulk_bench";
  private static final String SECOND = "bulk_bench_copy";
  private static final String KEYED = "bulk_bench_keyed";

  private final JdbcTarget target;
  private final int rowCount;
  private final Map<String, List<Double>> millis = new LinkedHashMap<>();

  /** Creates the times; {@link #run} fills them. */
  BulkTimes(JdbcTarget target, int rowCount) {
    this.target = requireNonNull(target, "target is null");
    this.rowCount = rowCount;
  }

  /** Returns the names of the statements in their order. */
  List<String> steps() {
    return List.copyOf(millis.keySet());
  }

  /** Returns the times of a statement in milliseconds. */
  double[] millis(String step) {
    return millis.getOrDefault(step, List.of()).stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Runs all statements.
   *
   * @param isMeasured whether their times count
   * @throws IllegalStateException if a statement changes another number of rows than expected
   */
  void run(boolean isMeasured) throws SQLException {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      Run run = new Run(connection, statement, isMeasured);
      drop(statement);
      String columns = " (id BIGINT PRIMARY KEY, v INTEGER, t VARCHAR(40))";
      statement.execute("CREATE TABLE " + FIRST + columns);
      statement.execute("CREATE TABLE " + KEYED + columns);
      run.change(
          "insert_select",
          "INSERT INTO %s SELECT g, g %% 100, 'text ' || g FROM generate_series(1, %d) g"
              .formatted(FIRST, rowCount),
          rowCount);
      run.change("create_table_as", "CREATE TABLE " + SECOND + " AS SELECT * FROM " + FIRST, -1);
      run.change("insert_from_table", "INSERT INTO " + KEYED + " SELECT * FROM " + FIRST, rowCount);
      run.change("update_all", "UPDATE " + FIRST + " SET v = v + 1", rowCount);
      run.change(
          "update_half", "UPDATE " + FIRST + " SET v = v + 1 WHERE id % 2 = 0", rowCount / 2);
      run.change("delete_half", "DELETE FROM " + FIRST + " WHERE id % 2 = 0", rowCount / 2);
      run.change(
          "upsert_tenth",
          ("INSERT INTO %s SELECT g, 1, 'new' FROM generate_series(1, %d) g"
                  + " ON CONFLICT (id) DO UPDATE SET v = %s.v + excluded.v")
              .formatted(FIRST, rowCount / 10, FIRST),
          rowCount / 10);
      run.change("delete_all", "DELETE FROM " + FIRST, -1);
      run.batch("batch_insert_tenth", "INSERT INTO " + FIRST + " VALUES (?, 1, 'batch')");
      run.batch("batch_update_tenth", "UPDATE " + FIRST + " SET v = v + 1 WHERE id = ?");
      run.batch("batch_delete_tenth", "DELETE FROM " + FIRST + " WHERE id = ?");
      run.change("add_primary_key", "ALTER TABLE " + SECOND + " ADD PRIMARY KEY (id)", -1);
      run.change("truncate", "TRUNCATE " + SECOND, -1);
      run.change("create_index", "CREATE INDEX ON " + KEYED + " (v)", -1);
      run.change("create_text_index", "CREATE INDEX ON " + KEYED + " (t)", -1);
      run.change("analyze", "ANALYZE " + KEYED, -1);
      run.change("delete_indexed", "DELETE FROM " + KEYED, rowCount);
      run.change("drop", "DROP TABLE " + KEYED, -1);
      drop(statement);
    }
  }

  private static void drop(Statement statement) throws SQLException {
    for (String table : List.of(FIRST, SECOND, KEYED)) {
      statement.execute("DROP TABLE IF EXISTS " + table);
    }
  }

  /** Work whose time is measured. */
  @FunctionalInterface
  private interface Work {
    void run() throws SQLException;
  }

  /** Execution of all statements on one connection. */
  private final class Run {
    private final Connection connection;
    private final Statement statement;
    private final boolean isMeasured;

    Run(Connection connection, Statement statement, boolean isMeasured) {
      this.connection = connection;
      this.statement = statement;
      this.isMeasured = isMeasured;
    }

    /**
     * Runs a statement.
     *
     * @param expected number of changed rows; -1 if it is not checked
     */
    void change(String step, String sql, int expected) throws SQLException {
      measure(
          step,
          () -> {
            statement.execute(sql);
            requireCount(step, expected, statement.getUpdateCount());
          });
    }

    private void requireCount(String step, int expected, int changed) {
      if (expected >= 0 && changed != expected) {
        throw new IllegalStateException(
            "wrong number of rows: database=%s statement=%s expected=%d changed=%d"
                .formatted(target.label(), step, expected, changed));
      }
    }

    /** Runs batches of a statement whose parameter is the id of a row, each a transaction. */
    void batch(String step, String sql) throws SQLException {
      try (PreparedStatement prepared = connection.prepareStatement(sql)) {
        measure(
            step,
            () -> {
              for (int id = 1; id <= rowCount / 10; id += BATCH_ROWS) {
                batch(step, prepared, id, Math.min(rowCount / 10, id + BATCH_ROWS - 1));
              }
            });
      }
    }

    private void batch(String step, PreparedStatement prepared, int first, int last)
        throws SQLException {
      connection.setAutoCommit(false);
      for (int id = first; id <= last; id++) {
        prepared.setLong(1, id);
        prepared.addBatch();
      }
      for (int changed : prepared.executeBatch()) {
        requireCount(step, 1, changed);
      }
      connection.commit();
      connection.setAutoCommit(true);
    }

    private void measure(String step, Work work) throws SQLException {
      long startNanos = System.nanoTime();
      work.run();
      double elapsed = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
      if (isMeasured) {
        millis.computeIfAbsent(step, _ -> new ArrayList<>()).add(elapsed);
      }
    }
  }
}
