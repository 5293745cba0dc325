package dev.colonnade.jdbc;

import dev.colonnade.jdbc.config.ConnectionProperty;
import dev.colonnade.jdbc.config.ConnectionSettings;
import dev.colonnade.jdbc.error.SqlFailures;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Data source without a pool: each call opens a new connection. Its settings are bean properties.
 */
public class ColonnadeDataSource implements DataSource, DefaultWrapper {
  private String url = "";
  private String serverName = "localhost";
  private String databaseName = "";
  private int portNumber = ConnectionSettings.DEFAULT_PORT;
  private final Properties properties = new Properties();
  private @Nullable PrintWriter logWriter;

  /** Creates a data source with the defaults of the driver. */
  public ColonnadeDataSource() {}

  @Override
  public Connection getConnection() throws SQLException {
    return TargetConnections.open(settings(properties));
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Properties all = new Properties();
    all.putAll(properties);
    put(all, ConnectionProperty.USER, user);
    put(all, ConnectionProperty.PASSWORD, password);
    return TargetConnections.open(settings(all));
  }

  private ConnectionSettings settings(Properties all) throws SQLException {
    return ConnectionSettings.parse(getUrl(), all);
  }

  /** Returns the URL that was set, or else the one that server, port and database form. */
  public final String getUrl() {
    return url.isEmpty()
        ? ConnectionSettings.PREFIX + "//" + serverName + ":" + portNumber + "/" + databaseName
        : url;
  }

  /** Sets the whole URL; it replaces server, port and database. */
  public final void setUrl(String newUrl) {
    url = newUrl;
  }

  /** Returns the host. */
  public final String getServerName() {
    return serverName;
  }

  /** Sets the host. */
  public final void setServerName(String name) {
    serverName = name;
  }

  /** Returns the port of the native protocol. */
  public final int getPortNumber() {
    return portNumber;
  }

  /** Sets the port of the native protocol. */
  public final void setPortNumber(int port) {
    portNumber = port;
  }

  /** Returns the database. */
  public final String getDatabaseName() {
    return databaseName;
  }

  /** Sets the database. */
  public final void setDatabaseName(String name) {
    databaseName = name;
  }

  /** Returns the user; null for the default of the driver. */
  public final @Nullable String getUser() {
    return properties.getProperty(ConnectionProperty.USER.key());
  }

  /** Sets the user; null for the default of the driver. */
  public final void setUser(@Nullable String user) {
    put(properties, ConnectionProperty.USER, user);
  }

  /** Sets the password; null for none. */
  public final void setPassword(@Nullable String password) {
    put(properties, ConnectionProperty.PASSWORD, password);
  }

  /**
   * Sets a connection property that can also be given in a URL.
   *
   * @throws SQLException if there is no property of that name
   */
  public final void setProperty(String name, String value) throws SQLException {
    ConnectionProperty property =
        ConnectionProperty.of(name)
            .orElseThrow(() -> SqlFailures.badArgument("no such property: name=" + name));
    put(properties, property, value);
  }

  @Override
  public final void setLoginTimeout(int seconds) {
    put(properties, ConnectionProperty.CONNECT_TIMEOUT, Integer.toString(seconds));
  }

  @Override
  public final int getLoginTimeout() throws SQLException {
    return settings(properties).intValue(ConnectionProperty.CONNECT_TIMEOUT, 0);
  }

  @Override
  public final @Nullable PrintWriter getLogWriter() {
    return logWriter;
  }

  /** Stores the writer. It is not used, because the driver does not log. */
  @Override
  public final void setLogWriter(@Nullable PrintWriter out) {
    logWriter = out;
  }

  @Override
  public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw SqlFailures.unsupported("java.util.logging");
  }

  private static void put(Properties all, ConnectionProperty property, @Nullable String value) {
    if (value != null) {
      all.setProperty(property.key(), value);
    }
  }
}
