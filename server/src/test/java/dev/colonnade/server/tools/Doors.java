package dev.colonnade.server.tools;

import dev.colonnade.jdbc.ColonnadeDataSource;
import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A server with both of its ports, for tools that come by either. */
final class Doors implements AutoCloseable {
  private final Server server;

  private Doors(Server server) {
    this.server = server;
  }

  static Doors open(Path folder) {
    return new Doors(TestServers.start(folder));
  }

  String url(Door door) {
    return switch (door) {
      case NATIVE ->
          "jdbc:colonnade://127.0.0.1:" + server.nativeAddress().getPort() + "/colonnade";
      case POSTGRES -> "jdbc:postgresql://127.0.0.1:" + server.pgAddress().getPort() + "/colonnade";
    };
  }

  DataSource source(Door door) {
    return switch (door) {
      case NATIVE -> {
        ColonnadeDataSource source = new ColonnadeDataSource();
        source.setUrl(url(door));
        yield source;
      }
      case POSTGRES -> {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(door));
        source.setUser("colonnade");
        yield source;
      }
    };
  }

  @Override
  public void close() {
    server.close();
  }

  /** The port that a tool comes by, and so its driver. */
  enum Door {
    NATIVE("dev.colonnade.jdbc.ColonnadeDriver"),
    POSTGRES("org.postgresql.Driver");

    private final String driver;

    Door(String driver) {
      this.driver = driver;
    }

    String driver() {
      return driver;
    }
  }
}
