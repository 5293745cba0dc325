package dev.colonnade.server.pg;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.TransportKind;
import dev.colonnade.server.net.observer.ConnectionObserver;
import dev.colonnade.server.pg.session.PgSessionObserver;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/** Fixture of a database with a listener of the PostgreSQL protocol and no other server parts. */
final class PgListenerFixture implements AutoCloseable {
  /** Configuration with long timeouts, for tests that do not depend on them. */
  static final PgConfig PATIENT =
      PgConfig.DEFAULT.withTimeouts(new PgConfig.Timeouts(Duration.ofMinutes(5), Duration.ZERO));

  private static final long MIB = 1024 * 1024;

  private final Database database;
  private final PgListener port;

  private PgListenerFixture(Path folder, PgConfig config, SecurityConfig security) {
    MemoryConfig memory = new MemoryConfig(16 * MIB, 8 * MIB, 4);
    database =
        Database.open(
            StorageConfig.at(folder).withStore(RocksStoreConfig.defaults().withMemory(memory)));
    port =
        PgListener.open(
            new PgListener.Sockets("127.0.0.1", 1, TransportKind.NIO),
            config.withPort(0),
            new PgListener.Dependencies(
                database,
                Authenticator.open(
                    security, name -> database.catalog().snapshot().findRole(name), new Random(1)),
                NanoTicker.system(),
                ConnectionObserver.NONE,
                PgSessionObserver.NONE));
  }

  static PgListenerFixture start(Path folder, PgConfig config) {
    return start(folder, config, SecurityConfig.DEFAULT);
  }

  static PgListenerFixture start(Path folder, PgConfig config, SecurityConfig security) {
    return new PgListenerFixture(folder, config, security);
  }

  int port() {
    return port.address().getPort();
  }

  PgListener server() {
    return port;
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port() + "/colonnade";
  }

  @Override
  public void close() {
    port.close();
    database.close();
  }
}
