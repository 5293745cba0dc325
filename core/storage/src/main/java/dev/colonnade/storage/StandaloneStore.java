package dev.colonnade.storage;

import dev.colonnade.archive.ArchivingStore;
import dev.colonnade.backup.ArchivePosition;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.disk.DiskSpace;
import dev.colonnade.store.rocks.RocksStore;
import java.nio.file.Files;

/** Opening of the store of a database that is not a member of a cluster. */
final class StandaloneStore {
  private StandaloneStore() {}

  /** Opens the store of a configuration, and its archive if it has one. */
  static OpenStore open(StorageConfig config, StorageDependencies dependencies) {
    if (Files.exists(config.folder().resolve(ClusterConfig.MEMBER_FILE))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "the store is a copy of a cluster's member and opens only as that member, or after"
              + " start --leave-cluster: folder="
              + config.folder());
    }
    // The reserve is released first if the disk is full: opening a store needs some space.
    DiskSpace known =
        RocksStore.exists(config.folder())
            ? OpenStore.space(config, config.disk(), dependencies)
            : null;
    RocksStore store =
        RocksStore.open(config.folder(), config.store(), dependencies.identities().get());
    try {
      DiskSpace disk = known == null ? OpenStore.space(config, config.disk(), dependencies) : known;
      return new OpenStore(withArchive(store, config, dependencies), StorageRole.STANDALONE, disk);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private static Store withArchive(
      RocksStore store, StorageConfig config, StorageDependencies dependencies) {
    if (config.archive().folder().isPresent()) {
      return ArchivingStore.open(
          store, config.archive(), dependencies.clock(), dependencies.ticker());
    }
    ArchivingStore.forget(store);
    return store;
  }

  /**
   * Throws INVALID_CONFIGURATION if a member of a cluster has an archive; removes the position in
   * one that the store had before.
   */
  static void refuseArchive(StorageConfig config, Store store, StorageRole role) {
    if (config.archive().folder().isPresent()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "archive.directory is not supported for members of a cluster: role=" + role);
    }
    if (role == StorageRole.LEADER && store.get(Space.META, ArchivePosition.KEY) != null) {
      try (Batch batch = store.newBatch()) {
        batch.delete(Space.META, ArchivePosition.KEY.bytes());
        store.write(batch, Durability.SYNC);
      }
    }
  }
}
