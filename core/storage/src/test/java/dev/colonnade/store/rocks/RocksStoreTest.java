package dev.colonnade.store.rocks;

import static dev.colonnade.store.StoreContract.bytes;
import static dev.colonnade.store.StoreContract.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of opening, locking and closing a store. */
class RocksStoreTest {
  @TempDir private Path folder;

  /** Copy of the native library that a killed process leaves behind. */
  @TempDir private Path scratch;

  static void assertFails(ErrorCode code, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  @Test
  void shouldReadWrittenDataAfterReopening() {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.put(store, Space.META, bytes("a"), bytes("1"));
      try (Batch batch = store.newBatch()) {
        batch.put(Space.ROWS, bytes("a"), bytes("2"));
        store.write(batch, Durability.RELAXED);
      }
    }
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      assertThat(store.get(Space.META, key("a"))).isEqualTo(bytes("1"));
      assertThat(store.get(Space.ROWS, key("a"))).isEqualTo(bytes("2"));
    }
  }

  @Test
  void shouldKeepItsIdentity() {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      assertThat(store.identity().id()).isEqualTo(RocksStoreFixture.ID);
    }
    try (RocksStore store = RocksStore.open(folder, RocksStoreFixture.config(), new UUID(3, 4))) {
      assertThat(store.identity().id()).isEqualTo(RocksStoreFixture.ID);
    }
  }

  @Test
  void shouldRejectADirectoryOpenInThisProcess() {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      assertFails(
          ErrorCode.STORE_LOCKED,
          "holder=pid " + ProcessHandle.current().pid(),
          () -> RocksStoreFixture.open(folder));
      RocksStoreFixture.put(store, Space.ROWS, bytes("a"), bytes("1"));
      assertThat(store.get(Space.ROWS, key("a"))).isNotNull();
    }
  }

  @Test
  void shouldRejectADirectoryOpenInAnotherProcessWhichHasNoTemporaryFiles() throws Exception {
    Process holder =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of("-Djava.io.tmpdir=" + scratch),
                    StoreHolderProcess.class,
                    folder.toString()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output = holder.inputReader()) {
      assertThat(output.lines().anyMatch(StoreHolderProcess.READY::equals)).isTrue();
      assertThat(scratch).isEmptyDirectory();
      assertFails(
          ErrorCode.STORE_LOCKED,
          "path=%s holder=pid %d".formatted(folder, holder.pid()),
          () -> RocksStoreFixture.open(folder));
    } finally {
      holder.destroyForcibly();
      assertThat(holder.waitFor(300, TimeUnit.SECONDS)).isTrue();
    }
    RocksStoreFixture.open(folder).close();
  }

  @Test
  void shouldRejectANewerFormatWithoutChangingIt() throws IOException {
    RocksStoreFixture.open(folder).close();
    Path identity = folder.resolve("COLONNADE");
    String newer = Files.readString(identity).replace("format=1", "format=2");
    Files.writeString(identity, newer);
    assertFails(
        ErrorCode.STORE_FORMAT_TOO_NEW,
        "format=2 supported=1 path=" + folder,
        () -> RocksStoreFixture.open(folder));
    assertThat(identity).hasContent(newer);
  }

  @Test
  void shouldRejectAnInvalidIdentity() throws IOException {
    RocksStoreFixture.open(folder).close();
    Files.writeString(folder.resolve("COLONNADE"), "junk");
    assertFails(ErrorCode.STORE_CORRUPT, "not the identity", () -> RocksStoreFixture.open(folder));
  }

  @Test
  void shouldRejectDataWithoutIdentity() throws IOException {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.put(store, Space.ROWS, bytes("a"), bytes("1"));
    }
    Files.delete(folder.resolve("COLONNADE"));
    assertFails(ErrorCode.STORE_CORRUPT, "lost its identity", () -> RocksStoreFixture.open(folder));
  }

  @Test
  void shouldCompleteAnInterruptedCreation() throws IOException {
    RocksStoreFixture.open(folder).close();
    Files.delete(folder.resolve("COLONNADE"));
    try (RocksStore store = RocksStore.open(folder, RocksStoreFixture.config(), new UUID(3, 4))) {
      assertThat(store.identity().id()).isEqualTo(new UUID(3, 4));
    }
  }

  @Test
  void shouldRejectAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertFails(ErrorCode.STORE_IO, "path=" + file, () -> RocksStoreFixture.open(file));
  }

  @Test
  void shouldRejectAReadOnlyDirectory() throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeTrue(!Files.isWritable(locked), "the superuser may write anywhere");
    assertFails(ErrorCode.STORE_IO, "no permission", () -> RocksStoreFixture.open(locked));
  }

  @Test
  void shouldReturnNotCachedWithoutReadingTheDisk() {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.put(store, Space.ROWS, bytes("a"), bytes("1"));
      store.flush();
    }
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      assertThat(store.tryGet(Space.ROWS, key("a"))).isEqualTo(CachedValue.NotCached.NOT_CACHED);
      assertThat(store.get(Space.ROWS, key("a"))).isEqualTo(bytes("1"));
      assertThat(store.tryGet(Space.ROWS, key("a"))).isInstanceOf(CachedValue.Found.class);
    }
  }

  @Test
  void shouldNotFillTheCacheIfConfigured() {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.put(store, Space.ROWS, bytes("a"), bytes("1"));
      store.flush();
      CursorOptions options = CursorOptions.over(KeySpan.ALL);
      assertThat(firstIsFound(store, options.withoutFillingCache())).isTrue();
      assertThat(store.tryGet(Space.ROWS, key("a"))).isEqualTo(CachedValue.NotCached.NOT_CACHED);
      assertThat(firstIsFound(store, options)).isTrue();
      assertThat(store.tryGet(Space.ROWS, key("a"))).isInstanceOf(CachedValue.Found.class);
    }
  }

  private static boolean firstIsFound(RocksStore store, CursorOptions options) {
    try (Cursor cursor = store.cursor(Space.ROWS, options)) {
      return cursor.seekToFirst();
    }
  }

  @Test
  void shouldRemoveOverwrittenDataInCompaction() {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      for (int round = 0; round < 3; round++) { // four files would be compacted on their own
        RocksStoreFixture.fill(store, 1000);
        store.flush();
      }
      long before = store.statistics().space(Space.ROWS).tableBytes();
      store.compact(Space.ROWS, KeySpan.ALL);
      assertThat(store.statistics().space(Space.ROWS).tableBytes()).isLessThan(before / 2);
      RocksStoreFixture.assertFilled(store, 1000);
    }
  }

  @Test
  void shouldReportStatistics() {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.fill(store, 1000);
      store.flush();
      store.get(Space.ROWS, RocksStoreFixture.rowKey(1));
      store.get(Space.ROWS, RocksStoreFixture.rowKey(1));
      var statistics = store.statistics();
      assertThat(statistics.cache().hits()).isPositive();
      assertThat(statistics.cache().misses()).isPositive();
      assertThat(statistics.cache().usedBytes()).isPositive();
      assertThat(statistics.cache().capacityBytes()).isEqualTo(4 * 1024 * 1024);
      assertThat(statistics.space(Space.ROWS).tableBytes()).isGreaterThan(50_000);
      assertThat(statistics.space(Space.ROWS).tableFiles()).isPositive();
      assertThat(statistics.space(Space.ROWS).keysEstimate()).isEqualTo(1000);
      assertThat(statistics.space(Space.ROWS).openReaderBytes()).isPositive();
      assertThat(statistics.background().errors()).isZero();
    }
  }
}
