package dev.colonnade.archive;

import dev.colonnade.backup.BackupFolder;
import dev.colonnade.backup.BackupOptions;
import dev.colonnade.backup.BackupWriter;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreReader;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Store with an archive: row N is written by the commit with timestamp 10 * N, N from 1. */
final class ArchiveFixture {
  static final UUID ID = new UUID(1, 2);
  static final UUID RESTORED_ID = new UUID(3, 4);

  private final Path folder;
  private ArchiveConfig config;
  private int restored;

  ArchiveFixture(Path folder) {
    this.folder = folder;
    config =
        ArchiveConfig.to(archive())
            .withSegmentBytesMax(ArchiveConfig.SEGMENT_BYTES_MIN)
            .withSyncInterval(Duration.ZERO);
  }

  ArchiveFixture withConfig(ArchiveConfig other) {
    config = other;
    return this;
  }

  Path archive() {
    return folder.resolve("archive");
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  RocksStore openRocks() {
    return RocksStore.open(folder.resolve("store"), RocksStoreConfig.defaults(), ID);
  }

  ArchivingStore open() {
    RocksStore rocks = openRocks();
    try {
      return ArchivingStore.open(rocks, config, PhysicalClock.system(), NanoTicker.system());
    } catch (RuntimeException | Error e) {
      rocks.close();
      throw e;
    }
  }

  static Key key(int row) {
    return Key.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(row).array());
  }

  static long timestamp(int row) {
    return 10L * row;
  }

  static void put(Store store, int row) {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, key(row).bytes(), new byte[100]);
      TimestampRecords.put(batch, TimestampRecords.PUBLISHED, timestamp(row));
      store.write(batch, Durability.SYNC);
    }
  }

  /** Writes rows: with the first as commit, and the others as a table file before it. */
  static void ingest(Store store, int first, int last) {
    try (TableFileWriter file = store.newTableFile(Space.ROWS)) {
      for (int row = first + 1; row <= last; row++) {
        file.put(key(row).bytes(), new byte[100]);
      }
      file.finish();
      store.ingest(List.of(file));
    }
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, key(first).bytes(), new byte[100]);
      TimestampRecords.put(batch, TimestampRecords.PUBLISHED, timestamp(last));
      store.write(batch, Durability.SYNC);
    }
  }

  static int rows(StoreReader store) {
    int row = 1;
    while (store.get(Space.ROWS, key(row)) != null) {
      row++;
    }
    return row - 1;
  }

  void backup(Store store) {
    new BackupWriter(
            store, folder.resolve("checkpoint"), PhysicalClock.system(), NanoTicker.system())
        .write(folder.resolve("backups"), BackupOptions.defaults(), () -> {});
  }

  /** Restores a backup to a new folder, and returns its path. */
  Path restore(int backup, long target) {
    Path path = folder.resolve("restored" + restored++);
    BackupFolder backups = BackupFolder.existing(folder.resolve("backups"));
    new ArchiveRestore(ArchiveFolder.existing(archive()), target)
        .run(backups, backups.backup(backup), path, RESTORED_ID);
    return path;
  }

  /** Restores a backup, and returns the number of its rows. */
  int restoredRows(int backup, long target) {
    try (RocksStore store =
        RocksStore.openExisting(restore(backup, target), RocksStoreConfig.defaults())) {
      return rows(store);
    }
  }

  List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(archive())) {
      return files.filter(file -> file.toString().endsWith(SegmentLayout.SUFFIX)).sorted().toList();
    }
  }
}
