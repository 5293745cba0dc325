package dev.colonnade.server.jdbc;

import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Test fixture: a server and driver connections to it. */
final class JdbcServer implements AutoCloseable {
  private final Server server;

  private JdbcServer(Server server) {
    this.server = server;
  }

  static JdbcServer start(Path folder) {
    return new JdbcServer(TestServers.start(folder));
  }

  String url() {
    return "jdbc:colonnade://127.0.0.1:" + server.nativeAddress().getPort() + "/colonnade";
  }

  Connection connect() throws SQLException {
    return connect(true);
  }

  /**
   * Opens a connection that receives short results as values, or as Arrow batches like long ones.
   */
  Connection connect(boolean fewRowsAsValues) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("fewRowsAsValues", Boolean.toString(fewRowsAsValues));
    properties.setProperty("connectTimeout", "300");
    properties.setProperty("timeZone", "UTC");
    return DriverManager.getConnection(url(), properties);
  }

  static void run(Connection connection, String... texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
  }

  static @Nullable String single(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
