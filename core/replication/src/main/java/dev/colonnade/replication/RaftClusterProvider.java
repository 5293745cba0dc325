package dev.colonnade.replication;

import dev.colonnade.replication.log.StoreConversion;
import dev.colonnade.replication.raft.RaftMember;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterMember;
import dev.colonnade.storage.cluster.ClusterProvider;
import dev.colonnade.storage.cluster.RoleListener;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;

/** Provider of replication by Apache Ratis. */
public final class RaftClusterProvider implements ClusterProvider {
  /** Creates the provider; called by {@code ServiceLoader}. */
  public RaftClusterProvider() {}

  @Override
  public ClusterMember start(ClusterConfig config, RoleListener listener) {
    return RaftMember.start(config, listener);
  }

  @Override
  public void release(Path folder, RocksStoreConfig store) {
    StoreConversion.release(folder, store);
  }
}
