package dev.colonnade.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that are killed while they write an archive, or restore it. */
@Tag("integration")
class ArchiveKillTest {
  @TempDir private Path folder;

  private int run(String command, Failpoint failpoint, int pass)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-Xmx256m",
                        "-D%s=%s=halt@%d".formatted(Failpoint.PROPERTY, failpoint.id(), pass)),
                    ArchiveVictim.class,
                    command,
                    folder.toString()))
            .inheritIO()
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private int storedRows() {
    try (RocksStore store = new ArchiveFixture(folder).openRocks()) {
      return ArchiveFixture.rows(store);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ARCHIVE_AFTER_APPEND, 1",
    "ARCHIVE_AFTER_APPEND, 7",
    "ARCHIVE_AFTER_APPEND, 11",
    "ARCHIVE_AFTER_END, 1",
    "ARCHIVE_AFTER_FILES, 1",
    "ARCHIVE_AFTER_FILES, 2",
  })
  void shouldHaveWhatTheStoreHas(Failpoint failpoint, int pass) throws Exception {
    assertThat(run("write", failpoint, pass)).isEqualTo(Failpoint.HALT_STATUS);
    int killed = storedRows();
    ArchiveVictim.write(folder);
    int stored = storedRows();
    assertThat(stored).isGreaterThan(killed);
    ArchiveFixture fixture = new ArchiveFixture(folder);
    assertThat(fixture.restoredRows(1, ArchiveRestore.LATEST)).isEqualTo(stored);
    if (killed > 0) {
      assertThat(fixture.restoredRows(1, ArchiveFixture.timestamp(killed))).isEqualTo(killed);
    }
  }

  @ParameterizedTest
  @CsvSource({"RESTORE_AFTER_GROUP, 1", "RESTORE_AFTER_GROUP, 9", "RESTORE_BEFORE_RENAME, 1"})
  void shouldLeaveNoStoreWhenARestoreIsKilled(Failpoint failpoint, int pass) throws Exception {
    ArchiveVictim.write(folder);
    assertThat(run("restore", failpoint, pass)).isEqualTo(Failpoint.HALT_STATUS);
    assertThat(folder.resolve("restored")).doesNotExist();
    ArchiveVictim.main(new String[] {"restore", folder.toString()});
    assertThat(folder.resolve("restored")).exists();
  }
}
