package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.backup.BackupCheck;
import dev.colonnade.backup.BackupFolder;
import dev.colonnade.backup.BackupRestore;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backups and restores whose disk becomes full: a small tmpfs, if the test is allowed to mount one.
 * They fail, leave nothing, and succeed when there is space.
 */
@Tag("integration")
@EnabledOnOs(OS.LINUX)
class BackupDiskFullTest {
  private static final long MIB = 1 << 20;
  private static final int SMALL_MIB = 6;
  private static final int LARGE_MIB = 200;

  /** Rows that cannot be compressed to less than 12 MiB. */
  private static final String ROWS =
      "insert into t select i, encode(sha256(i::text::bytea), 'hex')"
          + " || encode(sha256((-i)::text::bytea), 'hex') from generate_series(1, 200000) i";

  @TempDir private Path folder;
  private Path disk;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        isRun("mount", "-t", "tmpfs", "-o", size(SMALL_MIB), "tmpfs", disk.toString()),
        "a tmpfs cannot be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    assertThat(isRun("umount", disk.toString())).isTrue();
  }

  private static String size(int mebibytes) {
    return "size=" + mebibytes + "m";
  }

  private void enlarge() throws Exception {
    assertThat(isRun("mount", "-o", "remount," + size(LARGE_MIB), disk.toString())).isTrue();
  }

  private static boolean isRun(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private static Database open(Path store) {
    return Database.open(
        StorageConfig.at(store)
            .withStore(
                RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 2 * MIB, 4))));
  }

  private static void run(Session session, String text) {
    session.sql().execute(text).close();
  }

  private static long count(Session session, String table) {
    return (Long)
        java.util.Objects.requireNonNull(
            session.sql().execute("select count(*) from " + table).toList().getFirst().getFirst());
  }

  private static void requireDiskFull(ThrowingCallable work) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL));
  }

  private static List<Path> filesIn(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void shouldFailABackupAndWriteItWhenThereIsSpace() throws Exception {
    Path backups = disk.resolve("backups");
    try (Database database = open(folder.resolve("store"));
        Session session = database.session("postgres")) {
      run(session, "create table t (a bigint primary key, b text)");
      run(session, "backup to '" + backups + "'");
      run(session, ROWS);
      requireDiskFull(() -> run(session, "backup to '" + backups + "'"));
      assertThat(BackupFolder.existing(backups).backups()).hasSize(1);
      assertThat(BackupCheck.run(BackupFolder.existing(backups))).isEmpty();
      assertThat(disk.toFile().getUsableSpace()).isGreaterThan(4 * MIB);
      run(session, "insert into t values (-1, 'the server writes on')");

      enlarge();
      run(session, "backup to '" + backups + "'");
    }
    BackupFolder written = BackupFolder.existing(backups);
    assertThat(written.backups()).hasSize(2);
    BackupRestore.run(written, written.backup(null), folder.resolve("restored"), UUID.randomUUID());
    try (Database restored = open(folder.resolve("restored"));
        Session session = restored.session("postgres")) {
      assertThat(count(session, "t")).isEqualTo(200_001);
    }
  }

  @Test
  void shouldFailARestoreAndRepeatItWhenThereIsSpace() throws Exception {
    Path backups = folder.resolve("backups");
    try (Database database = open(folder.resolve("store"));
        Session session = database.session("postgres")) {
      run(session, "create table t (a bigint primary key, b text)");
      run(session, ROWS);
      run(session, "backup to '" + backups + "'");
    }
    BackupFolder written = BackupFolder.existing(backups);
    Path target = disk.resolve("store");
    requireDiskFull(
        () -> BackupRestore.run(written, written.backup(null), target, UUID.randomUUID()));
    assertThat(target).doesNotExist();
    assertThat(filesIn(disk)).isEmpty();

    enlarge();
    BackupRestore.run(written, written.backup(null), target, UUID.randomUUID());
    try (Database restored = open(target);
        Session session = restored.session("postgres")) {
      assertThat(count(session, "t")).isEqualTo(200_000);
    }
  }

  @Test
  void shouldFailTheRestoreOfATableAndLeaveTheStoreUsable() throws Exception {
    Path backups = folder.resolve("backups");
    try (Database database = open(folder.resolve("store"));
        Session session = database.session("postgres")) {
      run(session, "create table t (a bigint primary key, b text)");
      run(session, ROWS);
      run(session, "backup to '" + backups + "'");
    }
    enlargeTo(24);
    Path small = disk.resolve("store");
    try (Database database = open(small);
        Session session = database.session("postgres")) {
      run(session, "create table t (a bigint primary key, b text)");
      requireDiskFull(() -> run(session, "restore table t from '" + backups + "'"));
      assertThat(count(session, "t")).isZero();
      assertThat(filesIn(small).toString()).doesNotContain("restored");
      run(session, "insert into t values (1, 'there is space again')");

      enlarge();
      run(session, "delete from t");
      run(session, "restore table t from '" + backups + "'");
      assertThat(count(session, "t")).isEqualTo(200_000);
    }
  }

  @Test
  void shouldFailTheRestoreOfADatabaseAndLeaveNothing() throws Exception {
    Path backups = folder.resolve("backups");
    try (Database database = open(folder.resolve("store"));
        Session session = database.session("postgres")) {
      run(session, "create table t (a bigint primary key, b text)");
      run(session, "create table u (id serial, m text)");
      run(session, "create index on t (b)");
      run(session, ROWS);
      run(session, "backup to '" + backups + "'");
    }
    Path small = disk.resolve("store");
    String restore = "restore database colonnade from '" + backups + "' as copy";
    Set<String> places = new TreeSet<>();
    // Full while the backup is copied, while its store is read, and while rows are written.
    for (int mebibytes : new int[] {24, 32, 40, 48, 56}) {
      enlargeTo(mebibytes);
      try (Database database = open(small);
          Session session = database.session("postgres")) {
        int sequenceCount = database.sequences().all().size();
        requireDiskFull(() -> run(session, restore));
        boolean isDropped = database.catalog().snapshot().restoringDatabases().isEmpty();
        places.add(isDropped ? "nothing left" : "left for the next start");
        assertThat(count(session, "pg_database where datname = 'copy'")).isZero();
        assertThat(filesIn(small).toString()).doesNotContain("restored");
        if (isDropped) {
          assertThat(database.sequences().all()).hasSize(sequenceCount);
        }
      }
    }
    enlarge();
    try (Database database = open(small);
        Session session = database.session("postgres")) {
      assertThat(database.catalog().snapshot().restoringDatabases()).isEmpty();
      run(session, "create table more (a int)");
      run(session, restore);
      try (Session copy = database.session("postgres", "copy")) {
        assertThat(count(copy, "t")).isEqualTo(200_000);
      }
    }
    System.out.println("after a full disk: " + places);
  }

  private void enlargeTo(int mebibytes) throws Exception {
    assertThat(isRun("mount", "-o", "remount," + size(mebibytes), disk.toString())).isTrue();
  }
}
