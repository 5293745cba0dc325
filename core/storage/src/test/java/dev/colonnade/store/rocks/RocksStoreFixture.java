package dev.colonnade.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.config.CursorKind;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.store.rocks.config.TableFileConfig;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;

/**
 * Factory of stores for tests, with small caches and buffers, so that little data fills many files.
 */
final class RocksStoreFixture {
  static final UUID ID = new UUID(1, 2);

  private static final int VALUE_BYTES = 100;

  private RocksStoreFixture() {}

  public static RocksStoreConfig config() {
    long kib = 1024;
    return RocksStoreConfig.defaults()
        .withMemory(new MemoryConfig(4 * kib * kib, 256 * kib, 4))
        .withTables(TableFileConfig.defaults().withBlockBytes(4096).withFileBytes(128 * kib));
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

  static Key rowKey(int row) {
    return Key.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(row).array());
  }

  /** Returns incompressible bytes that depend on the row only. */
  static byte[] rowValue(int row) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(row).nextBytes(value);
    return value;
  }

  /** Writes the rows from 0 to {@code rowCount}, in batches of 100. */
  static void fill(Store store, int rowCount) {
    try (Batch batch = store.newBatch()) {
      for (int row = 0; row < rowCount; row++) {
        batch.put(Space.ROWS, rowKey(row).bytes(), rowValue(row));
        if (batch.count() == 100) {
          store.write(batch, Durability.RELAXED);
          batch.clear();
        }
      }
      store.write(batch, Durability.SYNC);
    }
  }

  /** Returns the number of rows that a full scan finds; fails if one differs from {@link #fill}. */
  static int countRows(Store store) {
    int row = 0;
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        assertThat(cursor.key()).isEqualTo(rowKey(row));
        assertThat(cursor.value()).isEqualTo(rowValue(row));
        row++;
      }
      cursor.checkStatus();
    }
    return row;
  }

  static void assertFilled(Store store, int rowCount) {
    assertThat(countRows(store)).isEqualTo(rowCount);
  }
}
