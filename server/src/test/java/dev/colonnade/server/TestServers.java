package dev.colonnade.server;

import dev.colonnade.client.ClientBuilder;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.engine.session.AnalyzeLimits;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.server.config.AnalyzeConfig;
import dev.colonnade.server.config.ListenConfig;
import dev.colonnade.server.config.NetworkConfig;
import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Factory of small servers on free ports, and of clients with timeouts for a slow machine. */
public final class TestServers {
  private static final long MIB = 1024 * 1024;
  private static final Duration LONG = Duration.ofMinutes(5);

  private TestServers() {}

  public static ServerConfig config(Path folder) {
    MemoryConfig memory = new MemoryConfig(16 * MIB, 8 * MIB, 4);
    StorageConfig engine =
        StorageConfig.at(folder).withStore(RocksStoreConfig.defaults().withMemory(memory));
    return ServerConfig.at(folder)
        .withEngine(engine)
        // Plans of tests do not change by themselves.
        .withAnalyze(new AnalyzeConfig(false, AnalyzeLimits.DEFAULT))
        .withNetwork(
            NetworkConfig.DEFAULT.withTimeouts(
                new NetworkConfig.Timeouts(
                    LONG, Duration.ZERO, NetworkConfig.Timeouts.DEFAULT.drain())))
        .withListen(new ListenConfig("127.0.0.1", 0, 0))
        .withPg(
            PgConfig.DEFAULT.withPort(0).withTimeouts(new PgConfig.Timeouts(LONG, Duration.ZERO)));
  }

  public static Server start(Path folder) {
    return Server.start(config(folder), List.of());
  }

  static ColonnadeClient connect(Server server) {
    return client(server.nativeAddress().getPort()).build();
  }

  static ClientBuilder client(int port) {
    return ColonnadeClient.builder()
        .server("127.0.0.1", port)
        .connectTimeout(LONG)
        .requestTimeout(LONG)
        .keepAliveInterval(LONG);
  }

  /** Returns a table definition with a key, a text and a number. */
  static TableDefinition people(String name) {
    return new TableDefinition(
        name,
        List.of(
            ColumnDefinition.required("id", WireType.BIGINT),
            ColumnDefinition.nullable("name", WireType.TEXT),
            ColumnDefinition.nullable("age", WireType.INTEGER)),
        List.of(KeyColumnDefinition.ascending("id")),
        List.of());
  }
}
