package dev.colonnade.jmh;

import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.CursorKind;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Store in a temporary folder with synthetic rows of the size and structure of TPC-H's lineitem:
 * keys of 18 bytes; values of 130 bytes, half of them numbers and half text. The rows are
 * deterministic.
 */
final class SyntheticRowStore implements AutoCloseable {
  static final int KEY_BYTES = 18;
  static final int VALUE_BYTES = 130;

  private static final int NUMBER_COLUMNS = 8;
  private static final int BATCH_ROWS = 1000;
  private static final long CACHE_BYTES = 1L << 30;
  private static final UUID ID = new UUID(0, 1);

  private final Path folder;
  private final RocksStore store;

  /**
   * Fills a new store.
   *
   * @param compacted whether all rows are compacted into one level; otherwise they remain in files
   *     of level 0 and in the memtable
   */
  SyntheticRowStore(int rowCount, boolean compacted, CursorKind cursorKind) {
    try {
      folder = Files.createTempDirectory("colonnade-rows");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    store = RocksStore.open(folder, config(cursorKind), ID);
    fill(rowCount);
    if (compacted) {
      store.flush();
      store.compact(Space.ROWS, KeySpan.ALL);
    }
  }

  /** Reads all rows once, so that the block cache contains them. */
  void warm() {
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        assert cursor.keyLength() == KEY_BYTES;
      }
      cursor.checkStatus();
    }
  }

  private static RocksStoreConfig config(CursorKind cursorKind) {
    RocksStoreConfig config = RocksStoreConfig.defaults();
    return config
        .withMemory(config.memory().withBlockCacheBytes(CACHE_BYTES))
        .withCursorKind(cursorKind);
  }

  RocksStore store() {
    return store;
  }

  /** Returns the folder of RocksDB's files. */
  Path rocksFolder() {
    return folder.resolve("rocks");
  }

  private void fill(int rowCount) {
    Random random = new Random(1);
    try (Batch batch = store.newBatch()) {
      for (int row = 0; row < rowCount; row++) {
        batch.put(Space.ROWS, key(row), value(row, random));
        if (batch.count() == BATCH_ROWS) {
          store.write(batch, Durability.RELAXED);
          batch.clear();
        }
      }
      store.write(batch, Durability.SYNC);
    }
  }

  /** Returns the key of a row: table, index, order number and line number. */
  static byte[] key(int row) {
    return ByteBuffer.allocate(KEY_BYTES)
        .putInt(52)
        .put((byte) 1)
        .putLong(row / 4)
        .put((byte) 0x80)
        .putInt(row % 4)
        .array();
  }

  private static byte[] value(int row, Random random) {
    ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES).putLong(row);
    for (int column = 1; column < NUMBER_COLUMNS; column++) {
      value.putLong(random.nextInt(100_000));
    }
    while (value.hasRemaining()) {
      value.put((byte) ('a' + random.nextInt(26)));
    }
    return value.array();
  }

  @Override
  public void close() {
    store.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(SyntheticRowStore::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
