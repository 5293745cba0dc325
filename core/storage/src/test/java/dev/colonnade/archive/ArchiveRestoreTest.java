package dev.colonnade.archive;

import static dev.colonnade.archive.ArchiveFixture.ingest;
import static dev.colonnade.archive.ArchiveFixture.put;
import static dev.colonnade.archive.ArchiveFixture.rows;
import static dev.colonnade.archive.ArchiveFixture.timestamp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.backup.ArchivePosition;
import dev.colonnade.backup.BackupFolder;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restores of backups and archives to points in time. */
class ArchiveRestoreTest {
  @TempDir private Path folder;
  private ArchiveFixture fixture;

  @BeforeEach
  void create() {
    fixture = new ArchiveFixture(folder);
  }

  /** Writes rows 1 to 40 in several segments; the backup has the first 5. */
  private void writeRows() {
    try (ArchivingStore store = fixture.open()) {
      for (int row = 1; row <= 40; row++) {
        put(store, row);
        if (row == 5) {
          fixture.backup(store);
        }
      }
    }
  }

  private static void assertFails(ErrorCode code, String text, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(text);
  }

  @Test
  void shouldRestoreTheStateOfEachTimestamp() throws IOException {
    writeRows();
    assertThat(fixture.segments()).hasSizeGreaterThan(4);
    for (int row : List.of(5, 6, 17, 39)) {
      assertThat(fixture.restoredRows(1, timestamp(row))).isEqualTo(row);
      assertThat(fixture.restoredRows(1, timestamp(row) + 9)).isEqualTo(row);
    }
    assertThat(fixture.restoredRows(1, ArchiveRestore.LATEST)).isEqualTo(40);
  }

  @Test
  void shouldRefuseTargetsOutsideOfBackupAndArchive() {
    writeRows();
    assertFails(
        ErrorCode.INVALID_ARGUMENT,
        "the backup is newer than the target",
        () -> fixture.restore(1, timestamp(4)));
    assertFails(
        ErrorCode.INVALID_ARGUMENT,
        "the archive ends before the target",
        () -> fixture.restore(1, timestamp(41)));
    assertThat(folder.resolve("restored0")).doesNotExist();
  }

  @Test
  void shouldGiveTheRestoredStoreAnArchiveOfItsOwn() {
    writeRows();
    Path restored = fixture.restore(1, timestamp(20));
    RocksStore rocks = RocksStore.openExisting(restored, RocksStoreConfig.defaults());
    assertFails(
        ErrorCode.INVALID_CONFIGURATION,
        "the archive belongs to another store",
        () ->
            ArchivingStore.open(
                rocks,
                ArchiveConfig.to(fixture.archive()),
                PhysicalClock.system(),
                NanoTicker.system()));
    try (ArchivingStore store =
        ArchivingStore.open(
            rocks,
            ArchiveConfig.to(folder.resolve("other")),
            PhysicalClock.system(),
            NanoTicker.system())) {
      assertThat(ArchivePosition.read(store))
          .isEqualTo(new ArchivePosition(ArchiveFixture.RESTORED_ID, 1, 0));
    }
  }

  @Test
  void shouldRestoreIngestedFiles() throws IOException {
    try (ArchivingStore store = fixture.open()) {
      put(store, 1);
      fixture.backup(store);
      ingest(store, 2, 10);
      put(store, 11);
      ingest(store, 12, 30);
      put(store, 31);
    }
    assertThat(fixture.restoredRows(1, timestamp(10))).isEqualTo(10);
    assertThat(fixture.restoredRows(1, ArchiveRestore.LATEST)).isEqualTo(31);
    Path table = ArchiveFolder.existing(fixture.archive()).table(2, 0);
    byte[] content = Files.readAllBytes(table);
    content[content.length / 2] ^= 1;
    Files.write(table, content);
    assertFails(
        ErrorCode.STORE_CORRUPT, table.toString(), () -> fixture.restore(1, ArchiveRestore.LATEST));
    Files.delete(table);
    assertFails(
        ErrorCode.STORE_CORRUPT, table.toString(), () -> fixture.restore(1, ArchiveRestore.LATEST));
  }

  @Test
  void shouldNameEachMissingSegment() throws IOException {
    writeRows();
    List<Path> segments = fixture.segments();
    for (int i = 1; i + 1 < segments.size(); i++) {
      byte[] content = Files.readAllBytes(segments.get(i));
      Files.delete(segments.get(i));
      assertFails(
          ErrorCode.STORE_CORRUPT,
          "before=" + segments.get(i + 1),
          () -> fixture.restore(1, ArchiveRestore.LATEST));
      Files.write(segments.get(i), content);
    }
    assertThat(fixture.restoredRows(1, ArchiveRestore.LATEST)).isEqualTo(40);
  }

  @Test
  void shouldNameASegmentWithAnyFlippedByte() throws IOException {
    writeRows();
    List<Path> segments = fixture.segments();
    for (Path segment : List.of(segments.get(2), segments.getLast())) {
      byte[] content = Files.readAllBytes(segment);
      // The END record alone is not checked at the end of the archive: nothing is behind it.
      int end = content.length - SegmentLayout.RECORD_HEADER_BYTES;
      for (int i = 0; i < end; i += 7) {
        byte[] damaged = content.clone();
        damaged[i] ^= 0x10;
        Files.write(segment, damaged);
        assertFails(
            ErrorCode.STORE_CORRUPT,
            segment.toString(),
            () -> new ArchiveLog(ArchiveFolder.existing(fixture.archive()), 1).read(_ -> true));
      }
      Files.write(segment, content);
    }
    assertThat(fixture.restoredRows(1, ArchiveRestore.LATEST)).isEqualTo(40);
  }

  @Test
  void shouldRestoreToTheTimeBeforeDamage() throws IOException {
    writeRows();
    Files.delete(fixture.segments().get(4));
    assertThat(fixture.restoredRows(1, timestamp(9))).isEqualTo(9);
  }

  @Test
  void shouldNoticeChangesWithoutTheArchive() {
    writeRows();
    try (RocksStore rocks = fixture.openRocks()) {
      ArchivingStore.forget(rocks);
      put(rocks, 41);
      fixture.backup(rocks);
    }
    try (ArchivingStore store = fixture.open()) {
      put(store, 42);
      fixture.backup(store);
      put(store, 43);
    }
    assertFails(
        ErrorCode.STORE_CORRUPT,
        "archive has a gap",
        () -> fixture.restore(1, ArchiveRestore.LATEST));
    assertFails(
        ErrorCode.STORE_CORRUPT,
        "the backup was written without an archive",
        () -> fixture.restore(2, ArchiveRestore.LATEST));
    assertThat(fixture.restoredRows(3, ArchiveRestore.LATEST)).isEqualTo(43);
    assertThat(fixture.restoredRows(1, timestamp(39))).isEqualTo(39);
  }

  @Test
  void shouldRefuseTheArchiveOfAnotherStore() {
    writeRows();
    Path other = folder.resolve("other");
    try (ArchivingStore store =
        ArchivingStore.open(
            RocksStore.open(folder.resolve("second"), RocksStoreConfig.defaults(), new UUID(5, 6)),
            ArchiveConfig.to(other),
            PhysicalClock.system(),
            NanoTicker.system())) {
      put(store, 1);
    }
    BackupFolder backups = BackupFolder.existing(folder.resolve("backups"));
    assertFails(
        ErrorCode.STORE_CORRUPT,
        "the archive belongs to another store: segment=" + other,
        () ->
            new ArchiveRestore(ArchiveFolder.existing(other), ArchiveRestore.LATEST)
                .run(backups, backups.backup(1), folder.resolve("r"), ArchiveFixture.RESTORED_ID));
  }

  @Test
  void shouldReplaceGroupsThatTheStoreHasLost() throws IOException {
    Path copy = folder.resolve("copy");
    try (ArchivingStore store = fixture.open()) {
      put(store, 1);
      fixture.backup(store);
      put(store, 2);
      store.checkpoint(copy);
      for (int row = 3; row <= 30; row++) {
        put(store, row);
      }
      fixture.backup(store);
    }
    // The store as it is after a loss of power: without its last, unsynced commits.
    Path rocks = RocksStore.filesOf(folder.resolve("store"));
    for (Path file : list(rocks)) {
      Files.delete(file);
    }
    Files.delete(folder.resolve("store").resolve("SYNCED"));
    for (Path file : list(copy)) {
      Files.copy(file, rocks.resolve(file.getFileName()));
    }
    try (ArchivingStore store = fixture.open()) {
      assertThat(rows(store)).isEqualTo(2);
      put(store, 3);
      put(store, 4);
    }
    assertThat(fixture.restoredRows(1, ArchiveRestore.LATEST)).isEqualTo(4);
    assertThat(fixture.restoredRows(1, timestamp(3))).isEqualTo(3);
    assertFails(
        ErrorCode.STORE_CORRUPT,
        "the store has lost groups that the backup has",
        () -> fixture.restore(2, ArchiveRestore.LATEST));
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void shouldDeleteSegmentsThatNoBackupNeeds() throws IOException {
    writeRows();
    try (ArchivingStore store = fixture.open()) {
      fixture.backup(store);
      put(store, 41);
    }
    int before = fixture.segments().size();
    ArchiveFolder archive = ArchiveFolder.existing(fixture.archive());
    assertThat(archive.prune(5)).isLessThan(before - 3);
    assertThat(fixture.restoredRows(1, ArchiveRestore.LATEST)).isEqualTo(41);
    assertThat(archive.prune(40)).isPositive();
    assertThat(fixture.segments()).hasSize(1);
    assertThat(fixture.restoredRows(2, ArchiveRestore.LATEST)).isEqualTo(41);
    assertFails(
        ErrorCode.STORE_CORRUPT,
        "groups 6 to 40 are missing",
        () -> fixture.restore(1, ArchiveRestore.LATEST));
  }

  @Test
  void shouldRefuseAFolderWithOtherContent() throws IOException {
    Files.createDirectories(fixture.archive());
    Files.writeString(fixture.archive().resolve("notes.txt"), "x", StandardOpenOption.CREATE_NEW);
    assertFails(ErrorCode.STORE_IO, "notes.txt", () -> fixture.open());
  }
}
