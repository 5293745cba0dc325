package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.EngineConfig;
import dev.colonnade.server.config.Setting;
import dev.colonnade.store.rocks.MemoryConfig;
import dev.colonnade.store.rocks.RocksStoreConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** Fake server view with a real database. */
public final class FakeView implements AdminView, AutoCloseable {
  private static final long MIB = 1024 * 1024;

  private final Database database;
  private volatile ServerPhase phase = ServerPhase.READY;

  public FakeView(Path folder) {
    database =
        Database.open(
            EngineConfig.at(folder)
                .withStore(
                    RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4))));
  }

  void enter(ServerPhase next) {
    phase = requireNonNull(next, "next is null");
  }

  @Override
  public ServerPhase phase() {
    return phase;
  }

  @Override
  public ServerFacts info() {
    return new ServerFacts(
        "1.2.3", "abcdef", new InetSocketAddress(InetAddress.getLoopbackAddress(), 7420));
  }

  @Override
  public List<Setting> settings() {
    return List.of(new Setting("listen.host", "127.0.0.1", Setting.DEFAULT));
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public Map<String, IntSupplier> requestQueues() {
    return Map.of("read", () -> 3, "write", () -> 0);
  }

  @Override
  public long uptimeNanos() {
    return 90_500_000_000L;
  }

  @Override
  public void close() {
    database.close();
  }
}
