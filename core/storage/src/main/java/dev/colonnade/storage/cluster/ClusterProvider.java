package dev.colonnade.storage.cluster;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** Provider of replication, found by {@link ServiceLoader}. */
public interface ClusterProvider {
  /**
   * Starts a member. Returns when it takes part in the log; the listener is called when it has a
   * role.
   */
  ClusterMember start(ClusterConfig config, RoleListener listener);

  /**
   * Makes the store of a stopped member that of a server of its own, or completes that after a
   * crash. The caller ensures that the member was the only one and had applied its log.
   */
  void release(Path folder, RocksStoreConfig store);

  /** Returns the provider on the class path; throws UNSUPPORTED if there is none. */
  static ClusterProvider find() {
    return ServiceLoader.load(ClusterProvider.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.UNSUPPORTED,
                    "replication is not installed: colonnade-replication is not on the class"
                        + " path"));
  }
}
