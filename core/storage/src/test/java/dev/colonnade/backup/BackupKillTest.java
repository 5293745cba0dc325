package dev.colonnade.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that are killed during a backup or a restore. */
@Tag("integration")
class BackupKillTest {
  private static final UUID RESTORED_ID = new UUID(3, 4);

  @TempDir private Path folder;

  private int run(String command, Failpoint failpoint, int pass)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-Xmx256m",
                        "-D%s=%s=halt@%d".formatted(Failpoint.PROPERTY, failpoint.id(), pass)),
                    BackupVictim.class,
                    command,
                    folder.toString()))
            .inheritIO()
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private int restoredRows(String name) {
    BackupFolder backups = BackupFolder.existing(folder.resolve("backups"));
    assertThat(BackupCheck.run(backups)).isEmpty();
    BackupRestore.run(backups, backups.backup(null), folder.resolve(name), RESTORED_ID);
    try (RocksStore store =
        RocksStore.openExisting(folder.resolve(name), RocksStoreConfig.defaults())) {
      return BackupVictim.rows(store);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BACKUP_AFTER_CHECKPOINT, 1, 1",
    "BACKUP_AFTER_FILE, 1, 1",
    "BACKUP_AFTER_FILE, 3, 1",
    "BACKUP_AFTER_MANIFEST, 1, 2",
  })
  void shouldHaveTheBackupBeforeOrTheNewOne(Failpoint failpoint, int pass, int rows)
      throws Exception {
    BackupVictim.backup(folder);
    assertThat(run("backup", failpoint, pass)).isEqualTo(Failpoint.HALT_STATUS);
    assertThat(restoredRows("after-kill")).isEqualTo(rows);
    BackupVictim.backup(folder);
    assertThat(restoredRows("after-next")).isEqualTo(3);
    BackupFolder backups = BackupFolder.existing(folder.resolve("backups"));
    assertThat(backups.backups()).hasSize(1);
    try (var files = Files.list(folder.resolve("backups").resolve("files"))) {
      assertThat(files)
          .hasSize(
              (int)
                  backups.backup(null).files().stream()
                      .map(BackupFile::checksum)
                      .distinct()
                      .count());
    }
  }

  @ParameterizedTest
  @CsvSource({"RESTORE_AFTER_FILE, 2", "RESTORE_BEFORE_RENAME, 1"})
  void shouldLeaveNoStoreWhenARestoreIsKilled(Failpoint failpoint, int pass) throws Exception {
    BackupVictim.backup(folder);
    assertThat(run("restore", failpoint, pass)).isEqualTo(Failpoint.HALT_STATUS);
    assertThat(folder.resolve("restored")).doesNotExist();
    assertThat(restoredRows("restored")).isEqualTo(1);
  }

  @Test
  void shouldRestoreWithoutAFault() throws Exception {
    BackupVictim.backup(folder);
    assertThat(run("restore", Failpoint.BACKUP_AFTER_FILE, 1)).isZero();
    assertThat(folder.resolve("restored").resolve("COLONNADE")).exists();
  }
}
