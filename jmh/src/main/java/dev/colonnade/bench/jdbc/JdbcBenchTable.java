package dev.colonnade.bench.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Table and sequence of the rate measurements. */
final class JdbcBenchTable {
  static final String TABLE = "jdbc_bench";
  static final String SEQUENCE = "jdbc_bench_ids";

  /** Number of rows of the batched inserts, whose ids begin with 1. */
  static final int ROW_COUNT = 50_000;

  static final String INSERT = "INSERT INTO " + TABLE + " VALUES (?, ?, ?)";
  static final String SELECT = "SELECT name, amount FROM " + TABLE + " WHERE id = ?";

  private JdbcBenchTable() {}

  /** Creates an empty table and a sequence; drops existing ones. */
  static void create(JdbcTarget target) throws SQLException {
    drop(target);
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + TABLE
              + " (id BIGINT PRIMARY KEY, name VARCHAR(40) NOT NULL, amount NUMERIC(15,2))");
      statement.execute("CREATE SEQUENCE " + SEQUENCE + " CACHE 100");
    }
  }

  static void drop(JdbcTarget target) throws SQLException {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + TABLE);
      statement.execute("DROP SEQUENCE IF EXISTS " + SEQUENCE);
    }
  }
}
