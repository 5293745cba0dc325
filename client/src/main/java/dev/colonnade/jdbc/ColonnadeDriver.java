package dev.colonnade.jdbc;

import dev.colonnade.jdbc.config.ConnectionProperty;
import dev.colonnade.jdbc.config.ConnectionSettings;
import dev.colonnade.jdbc.error.SqlFailures;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The driver for {@code jdbc:colonnade://host:port[,host:port]/database?name=value}; {@link
 * ConnectionProperty} has the names. It is found by the service registration of its jar.
 */
public final class ColonnadeDriver implements Driver {
  static final int MAJOR_VERSION = 0;
  static final int MINOR_VERSION = 1;
  static final String NAME = "Colonnade JDBC Driver";

  static {
    try {
      DriverManager.registerDriver(new ColonnadeDriver());
    } catch (SQLException refused) {
      throw new ExceptionInInitializerError(refused);
    }
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties properties)
      throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Properties given = properties == null ? new Properties() : properties;
    return JdbcConnection.open(ConnectionSettings.parse(url, given));
  }

  @Override
  public boolean acceptsURL(String url) {
    return ConnectionSettings.accepts(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties)
      throws SQLException {
    ConnectionSettings settings =
        ConnectionSettings.parse(
            acceptsURL(url) ? url : ConnectionSettings.PREFIX,
            properties == null ? new Properties() : properties);
    return Arrays.stream(ConnectionProperty.values())
        .map(property -> info(property, settings))
        .toArray(DriverPropertyInfo[]::new);
  }

  private static DriverPropertyInfo info(ConnectionProperty property, ConnectionSettings settings) {
    DriverPropertyInfo info = new DriverPropertyInfo(property.key(), settings.value(property));
    info.description = property.description();
    return info;
  }

  @Override
  public int getMajorVersion() {
    return MAJOR_VERSION;
  }

  @Override
  public int getMinorVersion() {
    return MINOR_VERSION;
  }

  /** No: some of JDBC's optional parts that the test asks for are left out. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw SqlFailures.unsupported("java.util.logging");
  }
}
