package dev.colonnade.store.rocks;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.nio.file.Path;
import java.util.UUID;

/** Stores for tests: small caches and buffers, so that little data fills many files. */
final class RocksStores {
  static final UUID ID = new UUID(1, 2);

  private RocksStores() {}

  static RocksStoreConfig config() {
    long kib = 1024;
    return RocksStoreConfig.defaults()
        .withMemory(new MemoryConfig(4 * kib * kib, 256 * kib, 4))
        .withTables(TableConfig.defaults().withBlockBytes(4096).withFileBytes(128 * kib));
  }

  static RocksStore open(Path folder) {
    return RocksStore.open(folder, config(), ID);
  }

  static RocksStore open(Path folder, CursorKind kind) {
    return RocksStore.open(folder, config().withCursorKind(kind), ID);
  }

  static void put(Store store, Space space, byte[] key, byte[] value) {
    try (Batch batch = store.newBatch()) {
      batch.put(space, key, value);
      store.write(batch, Durability.SYNC);
    }
  }
}
