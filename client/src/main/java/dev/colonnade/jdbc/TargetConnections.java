package dev.colonnade.jdbc;

import dev.colonnade.client.login.TargetServer;
import dev.colonnade.jdbc.config.ConnectionSettings;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Locale;

/**
 * Opening of connections to the server of a cluster that the property {@code target} requires. The
 * servers of the URL are tried in their order, once; during a failover there may be no primary for
 * some seconds.
 */
final class TargetConnections {
  private TargetConnections() {}

  /**
   * Opens a connection.
   *
   * @throws SQLException that of the last server if none can be reached; 08001 if none is of the
   *     kind that is required
   */
  static JdbcConnection open(ConnectionSettings settings) throws SQLException {
    TargetServer target = settings.target();
    if (target == TargetServer.ANY) {
      return JdbcConnection.open(settings);
    }
    SQLException failure = null;
    for (InetSocketAddress server : settings.servers()) {
      try {
        JdbcConnection connection = JdbcConnection.open(settings.withServer(server), target);
        if (connection != null) {
          return connection;
        }
      } catch (SQLTransientConnectionException | SQLNonTransientConnectionException e) {
        failure = e;
      }
    }
    SQLException none =
        new SQLTransientConnectionException(
            "none of the servers is a %s: servers=%s"
                .formatted(target.name().toLowerCase(Locale.ROOT), settings.servers()),
            "08001");
    if (failure != null) {
      none.addSuppressed(failure);
    }
    throw none;
  }
}
