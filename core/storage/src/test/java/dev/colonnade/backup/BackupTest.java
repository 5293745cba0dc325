package dev.colonnade.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.storage.StorageEngine;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a store, and stores restored from them. */
class BackupTest {
  private static final UUID ID = new UUID(1, 2);
  private static final UUID RESTORED_ID = new UUID(3, 4);

  @TempDir private Path folder;

  private Path backups() {
    return folder.resolve("backups");
  }

  private RocksStore open(String name) {
    return RocksStore.open(folder.resolve(name), RocksStoreConfig.defaults(), ID);
  }

  private BackupWriter writer(Store store) {
    return new BackupWriter(
        store, folder.resolve("checkpoint"), PhysicalClock.system(), NanoTicker.system());
  }

  private static Key key(int row) {
    return Key.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(row).array());
  }

  private static void put(Store store, int row) {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, key(row).bytes(), new byte[] {(byte) row});
      store.write(batch, Durability.SYNC);
    }
  }

  /** Returns the number of rows from 0 that a restored backup has. */
  private int restoredRows(int number, String name) {
    BackupFolder found = BackupFolder.existing(backups());
    BackupRestore.run(found, found.backup(number), folder.resolve(name), RESTORED_ID);
    try (RocksStore store =
        RocksStore.openExisting(folder.resolve(name), RocksStoreConfig.defaults())) {
      assertThat(store.identity().id()).isEqualTo(RESTORED_ID);
      int row = 0;
      while (store.get(Space.ROWS, key(row)) != null) {
        row++;
      }
      return row;
    }
  }

  private List<Path> contents() throws IOException {
    try (Stream<Path> files = Files.list(backups().resolve("files"))) {
      return files.sorted().toList();
    }
  }

  private static void assertFails(ErrorCode code, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldRestoreTheStateOfEachBackup() throws IOException {
    try (RocksStore store = open("store")) {
      for (int row = 0; row < 30; row++) {
        put(store, row);
        if (row % 10 == 9) {
          BackupReport report = writer(store).write(backups(), BackupOptions.defaults(), () -> {});
          assertThat(report.manifest().number()).isEqualTo(1 + row / 10);
        }
      }
      put(store, 30);
    }
    assertThat(BackupCheck.run(BackupFolder.existing(backups()))).isEmpty();
    assertThat(restoredRows(1, "first")).isEqualTo(10);
    assertThat(restoredRows(2, "second")).isEqualTo(20);
    assertThat(restoredRows(3, "third")).isEqualTo(30);
    assertThat(folder.resolve("checkpoint")).doesNotExist();
  }

  @Test
  void shouldCopyTableFilesOnce() {
    try (RocksStore store = open("store")) {
      put(store, 0);
      BackupReport first = writer(store).write(backups(), BackupOptions.defaults(), () -> {});
      assertThat(first.copiedFileCount()).isEqualTo(first.manifest().fileCount());
      put(store, 1);
      BackupReport second = writer(store).write(backups(), BackupOptions.defaults(), () -> {});
      List<String> tables =
          first.manifest().files().stream()
              .map(BackupFile::name)
              .filter(BackupFile::isImmutable)
              .toList();
      assertThat(tables).isNotEmpty();
      assertThat(second.manifest().filesByName()).containsKeys(tables.toArray(String[]::new));
      assertThat(second.copiedFileCount()).isEqualTo(second.manifest().fileCount() - tables.size());
    }
  }

  @Test
  void shouldNotShareFilesOfEqualNamesBetweenAStoreAndItsRestoredCopy() {
    try (RocksStore store = open("store")) {
      put(store, 0);
      writer(store).write(backups(), BackupOptions.defaults(), () -> {});
      put(store, 1);
    }
    BackupFolder found = BackupFolder.existing(backups());
    BackupRestore.run(found, found.backup(null), folder.resolve("copy"), RESTORED_ID);
    try (RocksStore store = open("store");
        RocksStore copy = open("copy")) {
      put(store, 2);
      put(copy, 1);
      put(copy, 2);
      put(copy, 3);
      writer(store).write(backups(), BackupOptions.defaults(), () -> {});
      writer(copy).write(backups(), BackupOptions.defaults(), () -> {});
    }
    assertThat(restoredRows(2, "of-store")).isEqualTo(3);
    assertThat(restoredRows(3, "of-copy")).isEqualTo(4);
  }

  @Test
  void shouldDeleteOldBackupsAndTheirContent() throws IOException {
    try (RocksStore store = open("store")) {
      for (int row = 0; row < 5; row++) {
        put(store, row);
        writer(store).write(backups(), new BackupOptions(0, 2), () -> {});
        store.compact(Space.ROWS, KeySpan.ALL);
      }
    }
    BackupFolder found = BackupFolder.existing(backups());
    assertThat(found.backups()).extracting(BackupManifest::number).containsExactly(4, 5);
    List<String> needed =
        found.backups().stream()
            .flatMap(manifest -> manifest.files().stream())
            .map(BackupFile::checksum)
            .distinct()
            .sorted()
            .toList();
    assertThat(contents().stream().map(file -> file.getFileName().toString())).isEqualTo(needed);
    assertThat(restoredRows(4, "fourth")).isEqualTo(4);
  }

  @Test
  void shouldFindEveryDamagedFile() throws IOException {
    try (RocksStore store = open("store")) {
      put(store, 0);
      writer(store).write(backups(), BackupOptions.defaults(), () -> {});
    }
    BackupFolder found = BackupFolder.existing(backups());
    for (Path file : contents()) {
      byte[] bytes = Files.readAllBytes(file);
      if (bytes.length > 0) {
        byte[] changed = bytes.clone();
        changed[bytes.length / 2] ^= 1;
        Files.write(file, changed);
        requireRefused(found);
      }
      Files.delete(file);
      requireRefused(found);
      Files.write(file, bytes);
    }
    assertThat(BackupCheck.run(found)).isEmpty();
    assertThat(restoredRows(1, "whole")).isEqualTo(1);
  }

  private void requireRefused(BackupFolder found) {
    assertThat(BackupCheck.run(found)).hasSize(1);
    Path target = folder.resolve("damaged");
    assertFails(
        ErrorCode.STORE_CORRUPT,
        () -> BackupRestore.run(found, found.backup(1), target, RESTORED_ID));
    assertThat(target).doesNotExist();
  }

  @Test
  void shouldRejectAFolderWithOtherContent() throws IOException {
    Files.createDirectories(backups());
    Files.writeString(backups().resolve("notes"), "mine");
    try (RocksStore store = open("store")) {
      assertFails(
          ErrorCode.STORE_IO,
          () -> writer(store).write(backups(), BackupOptions.defaults(), () -> {}));
    }
    assertFails(ErrorCode.STORE_IO, () -> BackupFolder.existing(backups()));
  }

  @Test
  void shouldRestoreIntoAnEmptyFolderOnly() throws IOException {
    try (RocksStore store = open("store")) {
      put(store, 0);
      writer(store).write(backups(), BackupOptions.defaults(), () -> {});
    }
    assertFails(ErrorCode.STORE_IO, () -> restoredRows(1, "store"));
    Files.createDirectory(folder.resolve("empty"));
    assertThat(restoredRows(1, "empty")).isEqualTo(1);
    assertFails(ErrorCode.STORE_IO, () -> restoredRows(2, "none"));
  }

  @Test
  void shouldWriteOneBackupAtATimeToAFolder() throws IOException {
    try (RocksStore store = open("store")) {
      put(store, 0);
      writer(store).write(backups(), BackupOptions.defaults(), () -> {});
      BackupFolder found = BackupFolder.create(backups());
      try (var _ = found.lock()) {
        assertFails(
            ErrorCode.STORE_LOCKED,
            () -> writer(store).write(backups(), BackupOptions.defaults(), () -> {}));
      }
      assertThat(
              writer(store)
                  .write(backups(), BackupOptions.defaults(), () -> {})
                  .manifest()
                  .number())
          .isEqualTo(2);
    }
  }

  @Test
  void shouldDeleteTheCheckpointOfAKilledBackup() throws IOException {
    Path checkpoint = folder.resolve("engine").resolve("checkpoint");
    try (StorageEngine _ = StorageEngine.open(StorageConfig.at(folder.resolve("engine")))) {
      assertThat(checkpoint).doesNotExist();
    }
    Files.createDirectory(checkpoint);
    Files.writeString(checkpoint.resolve("000012.sst"), "left");
    try (StorageEngine _ = StorageEngine.open(StorageConfig.at(folder.resolve("engine")))) {
      assertThat(checkpoint).doesNotExist();
    }
  }

  @Test
  void shouldLimitTheRate() {
    AtomicInteger readings = new AtomicInteger();
    try (RocksStore store = open("store")) {
      put(store, 0);
      BackupWriter writer =
          new BackupWriter(
              store,
              folder.resolve("checkpoint"),
              PhysicalClock.system(),
              () -> readings.getAndIncrement() * 1_000_000_000L);
      writer.write(backups(), new BackupOptions(1 << 20, 0), () -> {});
    }
    assertThat(readings).hasValueGreaterThan(3);
  }

  @Test
  void shouldEndWhenItIsCanceled() {
    try (RocksStore store = open("store")) {
      put(store, 0);
      assertFails(
          ErrorCode.CANCELED,
          () ->
              writer(store)
                  .write(
                      backups(),
                      BackupOptions.defaults(),
                      () -> {
                        throw new ColonnadeException(ErrorCode.CANCELED, "canceled");
                      }));
      assertThat(BackupFolder.existing(backups()).backups()).isEmpty();
      assertThat(folder.resolve("checkpoint")).doesNotExist();
    }
  }

  /** Each row is written after the one before: a backup has the rows up to some number. */
  @Test
  void shouldContainAPrefixOfConcurrentWrites() throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    try (RocksStore store = open("store")) {
      Thread writing =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int row = 0; row < 3000 && !Thread.interrupted(); row++) {
                      put(store, row);
                      acknowledged.set(row + 1);
                    }
                  });
      for (int number = 1; number <= 4; number++) {
        int before = acknowledged.get();
        writer(store).write(backups(), BackupOptions.defaults(), () -> {});
        int after = acknowledged.get() + 1;
        assertThat(restoredRows(number, "restored" + number)).isBetween(before, after);
      }
      writing.interrupt();
      writing.join();
    }
  }

  @Test
  void shouldRefuseAFolderInsideOfAStoreAndAFile() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("store"));
    try (RocksStore store = open("store")) {
      for (String inside : List.of("store/backups", "store/rocks/a/b", "link/backups")) {
        assertThatThrownBy(
                () ->
                    writer(store).write(folder.resolve(inside), BackupOptions.defaults(), () -> {}))
            .hasMessageContaining("folder of backups is inside of a store");
        assertThat(folder.resolve(inside)).doesNotExist();
      }
      assertThatThrownBy(() -> writer(store).write(file, BackupOptions.defaults(), () -> {}))
          .hasMessageEndingWith("reason=not a folder " + file);
    }
  }

  @Test
  void shouldRefuseAForeignFolderWithFoldersOfTheSameNames() throws IOException {
    Path foreign = folder.resolve("foreign");
    Path photo = foreign.resolve("files").resolve("photo.jpg");
    Files.createDirectories(foreign.resolve("backups"));
    Files.createDirectories(photo.getParent());
    Files.writeString(photo, "mine");
    try (RocksStore store = open("store")) {
      assertThatThrownBy(() -> writer(store).write(foreign, BackupOptions.defaults(), () -> {}))
          .hasMessageContaining("folder is neither empty nor a folder of backups");
      assertThat(foreign.resolve("LOCK")).doesNotExist();
      assertThat(photo).hasContent("mine");
    }
  }

  @Test
  void shouldKeepForeignFilesBesideContent() throws IOException {
    try (RocksStore store = open("store")) {
      writer(store).write(backups(), BackupOptions.defaults(), () -> {});
      Path note = Files.writeString(backups().resolve("files").resolve("note.txt"), "mine");
      writer(store).write(backups(), BackupOptions.defaults(), () -> {});
      assertThat(note).hasContent("mine");
    }
  }

  @Test
  void shouldAcceptTheFolderOfAMountedDiskAndOneThatAKilledBackupBegan() throws IOException {
    Files.createDirectories(backups().resolve("lost+found"));
    Files.createFile(backups().resolve("LOCK"));
    Files.createDirectories(backups().resolve("files"));
    try (RocksStore store = open("store")) {
      writer(store).write(backups(), BackupOptions.defaults(), () -> {});
    }
    assertThat(backups().resolve("backups")).isNotEmptyDirectory();
  }

  @Test
  void shouldDeleteCheckpointsOfAKilledProcess() throws IOException {
    try (RocksStore store = open("store")) {
      for (String name : List.of("checkpoint", "checkpoint.tmp")) {
        Files.createDirectories(folder.resolve(name).resolve("private"));
        Files.createFile(folder.resolve(name).resolve("000001.sst"));
      }
      writer(store).deleteLeftovers();
      assertThat(folder.resolve("checkpoint")).doesNotExist();
      assertThat(folder.resolve("checkpoint.tmp")).doesNotExist();
    }
  }
}
