package dev.colonnade.bench.jdbc;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Database under test.
 *
 * @param name part of the names of its measurements; empty for the server itself
 * @param url JDBC URL
 * @param user user name; empty if it is part of the URL
 * @param password password; ignored without a user name
 */
public record JdbcTarget(String name, String url, String user, String password) {
  private static final String JDBC = "jdbc:";

  public JdbcTarget {
    requireNonNull(name, "name is null");
    requireNonNull(url, "url is null");
    requireNonNull(user, "user is null");
    requireNonNull(password, "password is null");
    if (!url.startsWith(JDBC) || url.indexOf(':', JDBC.length()) < 0) {
      throw new IllegalArgumentException("not a JDBC URL: expected jdbc:..., url=" + url);
    }
  }

  /** Returns the target of the server itself. */
  public static JdbcTarget own(URI url) {
    return new JdbcTarget("", JDBC + "colonnade://" + url.getAuthority() + "/colonnade", "", "");
  }

  /**
   * Returns the target of another database.
   *
   * @param named {@code NAME=jdbc:...}, or a URL, whose part after {@code jdbc:} is then the name
   */
  static JdbcTarget peer(String named, String user, String password) {
    int start = named.indexOf('=' + JDBC);
    String url = named.substring(start + 1);
    int end = url.startsWith(JDBC) ? url.indexOf(':', JDBC.length()) : -1;
    String driver = end < 0 ? "" : url.substring(JDBC.length(), end);
    return new JdbcTarget(start < 0 ? driver : named.substring(0, start), url, user, password);
  }

  public boolean isOwn() {
    return name.isEmpty();
  }

  /** Returns the name of a measurement of this database. */
  public String metricName(String metric) {
    return isOwn() ? "jdbc." + metric : "jdbc." + name + "." + metric;
  }

  /** Returns the name of the database in messages. */
  public String label() {
    return isOwn() ? "colonnade" : name;
  }

  /** Returns the query for the next value of a sequence in the database's dialect. */
  String nextValue(String sequence) {
    return url.startsWith(JDBC + "h2:")
        ? "SELECT NEXT VALUE FOR " + sequence
        : "SELECT nextval('" + sequence + "')";
  }

  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    if (!user.isEmpty()) {
      properties.setProperty("user", user);
      properties.setProperty("password", password);
    }
    return DriverManager.getConnection(url, properties);
  }
}
