package dev.colonnade.server.tools;

import dev.colonnade.jdbc.ColonnadeDataSource;
import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Test fixture: a server with both of its protocols, which tools connect to by a driver each. */
final class ToolServer implements AutoCloseable {
  private final Server server;

  private ToolServer(Server server) {
    this.server = server;
  }

  static ToolServer start(Path folder) {
    return new ToolServer(TestServers.start(folder));
  }

  String url(Protocol protocol) {
    return switch (protocol) {
      case NATIVE ->
          "jdbc:colonnade://127.0.0.1:" + server.nativeAddress().getPort() + "/colonnade";
      case POSTGRES -> "jdbc:postgresql://127.0.0.1:" + server.pgAddress().getPort() + "/colonnade";
    };
  }

  DataSource dataSource(Protocol protocol) {
    return switch (protocol) {
      case NATIVE -> {
        ColonnadeDataSource source = new ColonnadeDataSource();
        source.setUrl(url(protocol));
        yield source;
      }
      case POSTGRES -> {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(protocol));
        source.setUser("colonnade");
        yield source;
      }
    };
  }

  @Override
  public void close() {
    server.close();
  }

  /** Protocol that a tool uses, and the class of its driver. */
  enum Protocol {
    NATIVE("dev.colonnade.jdbc.ColonnadeDriver"),
    POSTGRES("org.postgresql.Driver");

    private final String driverClass;

    Protocol(String driverClass) {
      this.driverClass = driverClass;
    }

    String driverClass() {
      return driverClass;
    }
  }
}
