package dev.colonnade.bench.analytics;

import dev.colonnade.bench.tpch.query.ComparableResult;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** Database that executes the queries. */
interface AnalyticalDatabase extends AutoCloseable {
  /** Returns the name in measurements and messages. */
  String name();

  /** Executes a query and returns all of its rows. */
  ComparableResult execute(String sql) throws IOException;

  @Override
  void close() throws IOException;

  /** Database of a JDBC connection. Closes the connection. */
  record OverJdbc(String name, Connection connection) implements AnalyticalDatabase {
    @Override
    public ComparableResult execute(String sql) throws IOException {
      try {
        return ComparableResult.of(connection, sql);
      } catch (SQLException e) {
        throw new IOException("a query failed: database=" + name + " " + e.getMessage(), e);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IOException("a connection was not closed: database=" + name, e);
      }
    }
  }
}
