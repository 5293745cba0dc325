package dev.colonnade.bench.oltp;

import dev.colonnade.bench.jdbc.JdbcTarget;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Tables of the scripts, which are those of pgbench. */
public final class OltpTables {
  static final int TELLERS_OF_BRANCH = 10;
  static final int ACCOUNTS_OF_BRANCH = 100_000;

  private static final String PREFIX = "oltp_bench_";
  private static final List<String> NAMES = List.of("history", "accounts", "tellers", "branches");

  private OltpTables() {}

  /** Creates the tables unless they exist with this number of branches; empties the history. */
  public static void create(JdbcTarget target, int branches) throws SQLException {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS oltp_bench_branches (bid INT PRIMARY KEY, bbalance INT,"
              + " filler CHAR(88))");
      if (count(statement) == branches) {
        statement.execute("TRUNCATE oltp_bench_history");
        return;
      }
      drop(target);
      fill(statement, branches);
    }
  }

  private static int count(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT count(*) FROM oltp_bench_branches")) {
      return row.next() ? row.getInt(1) : 0;
    }
  }

  private static void fill(Statement statement, int branches) throws SQLException {
    statement.execute(
        "CREATE TABLE oltp_bench_accounts (aid INT PRIMARY KEY, bid INT, abalance INT,"
            + " filler CHAR(84))");
    statement.execute(
        "INSERT INTO oltp_bench_accounts SELECT g, (g - 1) / %d + 1, 0, '' FROM"
                .formatted(ACCOUNTS_OF_BRANCH)
            + " generate_series(1, %d) g".formatted(branches * ACCOUNTS_OF_BRANCH));
    statement.execute(
        "CREATE TABLE oltp_bench_tellers (tid INT PRIMARY KEY, bid INT, tbalance INT,"
            + " filler CHAR(84))");
    statement.execute(
        "INSERT INTO oltp_bench_tellers SELECT g, (g - 1) / %d + 1, 0, '' FROM"
                .formatted(TELLERS_OF_BRANCH)
            + " generate_series(1, %d) g".formatted(branches * TELLERS_OF_BRANCH));
    statement.execute(
        "CREATE TABLE oltp_bench_history (tid INT, bid INT, aid INT, delta INT, mtime TIMESTAMP,"
            + " filler CHAR(22))");
    statement.execute(
        "CREATE TABLE oltp_bench_branches (bid INT PRIMARY KEY, bbalance INT, filler CHAR(88))");
    statement.execute(
        "INSERT INTO oltp_bench_branches SELECT g, 0, '' FROM generate_series(1, %d) g"
            .formatted(branches));
  }

  static void drop(JdbcTarget target) throws SQLException {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      for (String name : NAMES) {
        statement.execute("DROP TABLE IF EXISTS " + PREFIX + name);
      }
    }
  }
}
