package dev.colonnade.backup;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.key.Key;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.UUID;

/** Main class of a process that ends at a failpoint of a backup or a restore. */
final class BackupVictim {
  private BackupVictim() {}

  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[1]);
    if (arguments[0].equals("backup")) {
      backup(folder);
    } else {
      BackupFolder backups = BackupFolder.existing(folder.resolve("backups"));
      BackupRestore.run(backups, backups.backup(1), folder.resolve("restored"), UUID.randomUUID());
    }
  }

  /** Writes the next row, then a backup that keeps the newest one only. */
  static void backup(Path folder) {
    try (RocksStore store =
        RocksStore.open(folder.resolve("store"), RocksStoreConfig.defaults(), new UUID(1, 2))) {
      try (Batch batch = store.newBatch()) {
        batch.put(Space.ROWS, new byte[] {(byte) rows(store)}, new byte[] {1});
        store.write(batch, Durability.SYNC);
      }
      new BackupWriter(
              store,
              folder.resolve("store").resolve("checkpoint"),
              PhysicalClock.system(),
              NanoTicker.system())
          .write(folder.resolve("backups"), new BackupOptions(0, 1), () -> {});
    }
  }

  /** Returns the number of rows. */
  static int rows(RocksStore store) {
    int row = 0;
    while (store.get(Space.ROWS, Key.wrap(new byte[] {(byte) row})) != null) {
      row++;
    }
    return row;
  }
}
