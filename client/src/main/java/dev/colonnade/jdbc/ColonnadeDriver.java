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
 * JDBC driver for URLs of the form {@code
 * jdbc:colonnade://host:port[,host:port]/database?name=value}; {@link ConnectionProperty} lists the
 * property names. The service registration of its jar makes it known to {@link DriverManager}.
 */
public final class ColonnadeDriver implements Driver {
  /** Creates the driver; applications receive it from {@link java.sql.DriverManager}. */
  public ColonnadeDriver() {}

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
    Properties nonNull = properties == null ? new Properties() : properties;
    return TargetConnections.open(ConnectionSettings.parse(url, nonNull));
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
    return DriverVersion.MAJOR;
  }

  @Override
  public int getMinorVersion() {
    return DriverVersion.MINOR;
  }

  /** Returns false: the driver leaves out some parts that the compliance tests require. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw SqlFailures.unsupported("java.util.logging");
  }
}
