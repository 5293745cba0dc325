package dev.colonnade.storage;

import static java.util.Objects.requireNonNull;

import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.store.Store;
import dev.colonnade.store.disk.DiskConfig;
import dev.colonnade.store.disk.DiskSpace;

/** Store that an engine works on, the role of the engine, and the space on the store's disk. */
record OpenStore(Store store, StorageRole role, DiskSpace disk) {
  OpenStore {
    requireNonNull(store, "store is null");
    requireNonNull(role, "role is null");
    requireNonNull(disk, "disk is null");
  }

  /**
   * Returns an open store whose disk has no reserve, as those of members of a cluster; one that is
   * read-only because its disk is full has a reserve as soon as there is space.
   */
  static OpenStore of(
      StorageConfig config, StorageDependencies dependencies, Store store, StorageRole role) {
    DiskConfig disk = store.readOnlyReason() == null ? DiskConfig.OFF : config.disk();
    return new OpenStore(store, role, space(config, disk, dependencies));
  }

  /** Returns the space on the disk of an existing folder. */
  static DiskSpace space(StorageConfig config, DiskConfig disk, StorageDependencies dependencies) {
    return DiskSpace.open(config.folder(), disk, dependencies.ticker(), dependencies.background());
  }
}
