package dev.colonnade.bench.jdbc;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * A database that is measured.
 *
 * @param name empty for the server itself, for others what their figures are called by
 * @param url of JDBC
 */
record JdbcTarget(String name, String url, String user, String password) {
  private static final String JDBC = "jdbc:";

  JdbcTarget {
    requireNonNull(name, "name is null");
    requireNonNull(url, "url is null");
    requireNonNull(user, "user is null");
    requireNonNull(password, "password is null");
    if (!url.startsWith(JDBC) || url.indexOf(':', JDBC.length()) < 0) {
      throw new IllegalArgumentException("a database is named by jdbc:...: url=" + url);
    }
  }

  /** The server that the workload is about. */
  static JdbcTarget own(URI url) {
    return new JdbcTarget("", JDBC + "colonnade://" + url.getAuthority() + "/colonnade", "", "");
  }

  /**
   * Another database: {@code NAME=jdbc:...}, or named by the first word of its URL behind {@code
   * jdbc:}.
   */
  static JdbcTarget peer(String named, String user, String password) {
    int start = named.indexOf('=' + JDBC);
    String url = named.substring(start + 1);
    int end = url.startsWith(JDBC) ? url.indexOf(':', JDBC.length()) : -1;
    String driver = end < 0 ? "" : url.substring(JDBC.length(), end);
    return new JdbcTarget(start < 0 ? driver : named.substring(0, start), url, user, password);
  }

  boolean isOwn() {
    return name.isEmpty();
  }

  /** The name of a figure of it. */
  String figure(String what) {
    return isOwn() ? "jdbc." + what : "jdbc." + name + "." + what;
  }

  /** What it is called while it is measured. */
  String label() {
    return isOwn() ? "colonnade" : name;
  }

  /** A query for the next value of a sequence. */
  String nextValue(String sequence) {
    return url.startsWith(JDBC + "h2:")
        ? "SELECT NEXT VALUE FOR " + sequence
        : "SELECT nextval('" + sequence + "')";
  }

  Connection connect() throws SQLException {
    Properties properties = new Properties();
    if (!user.isEmpty()) {
      properties.setProperty("user", user);
      properties.setProperty("password", password);
    }
    return DriverManager.getConnection(url, properties);
  }
}
