package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.server.admin.view.ServerInfo;
import dev.colonnade.server.admin.view.ServerPhase;
import dev.colonnade.server.config.load.ResolvedSetting;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Fake server view with a real database. */
public final class FakeAdminView implements AdminView, AutoCloseable {
  private static final long MIB = 1024 * 1024;

  private final Database database;
  private volatile ServerPhase phase = ServerPhase.READY;
  private volatile @Nullable ClusterStatus cluster;

  public FakeAdminView(Path folder) {
    database =
        Database.open(
            StorageConfig.at(folder)
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
  public ServerInfo info() {
    return new ServerInfo(
        "1.2.3", "abcdef", new InetSocketAddress(InetAddress.getLoopbackAddress(), 7420));
  }

  @Override
  public List<ResolvedSetting> settings() {
    return List.of(new ResolvedSetting("listen.host", "127.0.0.1", ResolvedSetting.DEFAULT));
  }

  @Override
  public Database database() {
    return database;
  }

  /** Makes the server a member of a cluster. */
  void join(ClusterStatus status) {
    cluster = status;
  }

  @Override
  public @Nullable ClusterStatus cluster() {
    return cluster;
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
