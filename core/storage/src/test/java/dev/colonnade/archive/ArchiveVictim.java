package dev.colonnade.archive;

import dev.colonnade.backup.BackupFolder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Main class of a process that ends at a failpoint while it writes or restores an archive. */
final class ArchiveVictim {
  private ArchiveVictim() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    if (arguments[0].equals("write")) {
      write(folder);
    } else {
      BackupFolder backups = BackupFolder.existing(folder.resolve("backups"));
      new ArchiveRestore(ArchiveFolder.existing(folder.resolve("archive")), ArchiveRestore.LATEST)
          .run(backups, backups.backup(1), folder.resolve("restored"), ArchiveFixture.RESTORED_ID);
    }
  }

  /** Writes rows after those that exist, of which every fourth group ingests a file. */
  static void write(Path folder) throws Exception {
    ArchiveFixture fixture = new ArchiveFixture(folder);
    try (ArchivingStore store = fixture.open()) {
      if (!Files.exists(folder.resolve("backups"))) {
        fixture.backup(store);
      }
      for (int step = 0; step < 12; step++) {
        int row = ArchiveFixture.rows(store) + 1;
        if (step % 4 == 3) {
          ArchiveFixture.ingest(store, row, row + 2);
        } else {
          ArchiveFixture.put(store, row);
        }
      }
    }
  }
}
