package dev.colonnade.store.rocks;

import static dev.colonnade.store.StoreContract.bytes;
import static dev.colonnade.store.StoreContract.key;
import static dev.colonnade.store.rocks.RocksStoreTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.config.CursorKind;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.store.rocks.config.WalConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDBException;

/** Error reporting for damaged files and full disks. */
class RocksCorruptionTest {
  private static final int ROWS = 2000;

  @TempDir private Path folder;

  private List<Path> files(String suffix) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("rocks"))) {
      return all.filter(path -> path.toString().endsWith(suffix)).sorted().toList();
    }
  }

  private static void flipByte(Path file, long offset) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, offset);
      one.put(0, (byte) (one.get(0) ^ 0x40)).flip();
      channel.write(one, offset);
    }
  }

  private void createWithFiles() {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.fill(store, ROWS);
      store.flush();
      store.compact(Space.ROWS, KeySpan.ALL);
    }
  }

  private Path createWithLog() throws IOException {
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.fill(store, ROWS / 2);
    }
    List<Path> logs = files(".log").stream().filter(log -> log.toFile().length() > 0).toList();
    assertThat(logs).hasSize(1);
    return logs.getFirst();
  }

  @ParameterizedTest
  @EnumSource(
      value = CursorKind.class,
      names = {"NATIVE", "PLAIN"})
  void shouldReportADamagedBlockForEveryReadOperation(CursorKind kind) throws IOException {
    createWithFiles();
    flipByte(files(".sst").getFirst(), 100);
    try (RocksStore store = RocksStoreFixture.open(folder, kind)) {
      assertFails(
          ErrorCode.STORE_CORRUPT, "get", () -> store.get(Space.ROWS, RocksStoreFixture.rowKey(1)));
      assertFails(
          ErrorCode.STORE_CORRUPT,
          "get",
          () ->
              store.multiGet(
                  Space.ROWS,
                  List.of(RocksStoreFixture.rowKey(ROWS - 1), RocksStoreFixture.rowKey(1))));
      assertFails(ErrorCode.STORE_CORRUPT, "cursor", () -> RocksStoreFixture.countRows(store));
      assertThat(store.get(Space.ROWS, RocksStoreFixture.rowKey(ROWS - 1))).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CursorKind.class,
      names = {"NATIVE", "PLAIN"})
  void shouldReportADamagedBlockWhenMovingBackward(CursorKind kind) throws IOException {
    createWithFiles();
    flipByte(files(".sst").getFirst(), 100);
    try (RocksStore store = RocksStoreFixture.open(folder, kind);
        Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      int seen = 0;
      for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
        seen++;
      }
      assertThat(seen).isBetween(1, ROWS - 1);
      assertFails(ErrorCode.STORE_CORRUPT, "cursor", cursor::checkStatus);
      cursor.seekToLast();
      cursor.checkStatus();
    }
  }

  @Test
  void shouldRejectAMissingFile() throws IOException {
    createWithFiles();
    Files.delete(files(".sst").getFirst());
    assertFails(ErrorCode.STORE_CORRUPT, "open", () -> RocksStoreFixture.open(folder));
  }

  @Test
  void shouldRejectALogDamagedInTheMiddle() throws IOException {
    Path log = createWithLog();
    flipByte(log, log.toFile().length() / 2);
    assertFails(ErrorCode.STORE_CORRUPT, "open", () -> RocksStoreFixture.open(folder));
  }

  @Test
  void shouldRecoverRecordsBeforeTheDamageIfConfigured() throws IOException {
    Path log = createWithLog();
    flipByte(log, log.toFile().length() / 2);
    RocksStoreConfig config = RocksStoreFixture.config();
    RocksStoreConfig salvage =
        config.withLog(config.log().withDamage(WalConfig.Damage.KEEP_WHAT_PRECEDES));
    try (RocksStore store = RocksStore.open(folder, salvage, RocksStoreFixture.ID)) {
      assertThat(RocksStoreFixture.countRows(store)).isBetween(1, ROWS / 2 - 1);
    }
  }

  /** A crash during a write, before it was durable. */
  @Test
  void shouldDropATruncatedLastLogRecord() throws IOException {
    Path log = createWithLog();
    SyncedMarker.create(folder.resolve("SYNCED"), 0).close();
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 1000);
    }
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      assertThat(RocksStoreFixture.countRows(store)).isEqualTo(ROWS / 2 - 100);
    }
  }

  /**
   * Returns {@code /dev/full}. A link to it behaves like a full disk for RocksDB: the same system
   * calls fail with the same error.
   */
  private static Path fullDevice() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "needs a device that is always full");
    return full;
  }

  @Test
  void shouldReportAFullDiskAndContinueReads() throws IOException {
    Path full = fullDevice();
    RocksStore store = RocksStoreFixture.open(folder);
    RocksStoreFixture.fill(store, 100);
    List<Path> traps = trapNextFiles(".log", full);
    try {
      // Switches to a new log, which starts with a record on its predecessor.
      assertFails(ErrorCode.DISK_FULL, "flush", store::flush);
      assertFails(ErrorCode.DISK_FULL, "write", () -> put(store, "a"));
      assertThatThrownBy(() -> put(store, "b")).isInstanceOf(ColonnadeException.class);
      assertThat(store.get(Space.ROWS, key("a"))).isNull();
      RocksStoreFixture.assertFilled(store, 100);
    } finally {
      closeWithoutSpace(store);
      delete(traps);
    }
    try (RocksStore again = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.assertFilled(again, 100);
    }
  }

  /**
   * Closes the store, whose final sync fails unless RocksDB has switched to another log meanwhile.
   */
  private static void closeWithoutSpace(RocksStore store) {
    try {
      store.close();
    } catch (ColonnadeException e) {
      assertThat(e).hasMessageContaining("operation=close");
    }
  }

  /**
   * Verifies the error for a log on {@code /dev/null}, which accepts every record and cannot be
   * synced.
   */
  @Test
  void shouldDistinguishAFailedLogSyncFromAFailedAppend() throws IOException {
    Path nothing = Path.of("/dev/null");
    assumeTrue(Files.exists(nothing), "needs a device that accepts all writes");
    RocksStore store = RocksStoreFixture.open(folder);
    RocksStoreFixture.fill(store, 100);
    List<Path> traps = trapNextFiles(".log", nothing);
    try {
      store.flush();
      assertThatThrownBy(() -> put(store, "a"))
          .cause()
          .isInstanceOfSatisfying(
              RocksDBException.class, e -> assertThat(RocksErrors.isLogSync(e)).isTrue());
    } finally {
      closeWithoutSpace(store);
      delete(traps);
    }
  }

  @Test
  void shouldRecoverWhenThereIsSpaceAgain() throws IOException {
    Path full = fullDevice();
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.fill(store, 100);
      List<Path> traps = trapNextFiles(".sst", full);
      try {
        assertFails(ErrorCode.DISK_FULL, "flush", store::flush);
        assertThat(store.statistics().background().errors()).isPositive();
        RocksStoreFixture.assertFilled(store, 100);
      } finally {
        delete(traps);
      }
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .ignoreException(ColonnadeException.class)
          .until(
              () -> {
                store.flush();
                return true;
              });
      RocksStoreFixture.fill(store, 200);
      RocksStoreFixture.assertFilled(store, 200);
    }
    try (RocksStore store = RocksStoreFixture.open(folder)) {
      RocksStoreFixture.assertFilled(store, 200);
    }
  }

  private static void put(RocksStore store, String key) {
    RocksStoreFixture.put(store, Space.ROWS, bytes(key), bytes("1"));
  }

  private List<Path> trapNextFiles(String suffix, Path device) throws IOException {
    Path log = files(".log").getLast();
    int number = Integer.parseInt(log.getFileName().toString().replace(".log", ""));
    List<Path> traps =
        Stream.iterate(number + 1, next -> next + 1)
            .limit(40)
            .map(next -> log.resolveSibling("%06d%s".formatted(next, suffix)))
            .toList();
    for (Path trap : traps) {
      Files.createSymbolicLink(trap, device);
    }
    return traps;
  }

  private static void delete(List<Path> traps) throws IOException {
    for (Path trap : traps) {
      if (Files.isSymbolicLink(trap)) {
        Files.delete(trap);
      }
    }
  }

  @Test
  void shouldRejectAStoreWithMissingFiles() throws IOException {
    createWithFiles();
    try (Stream<Path> all = Files.walk(folder.resolve("rocks"))) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    assertFails(ErrorCode.STORE_CORRUPT, "CURRENT", () -> RocksStoreFixture.open(folder));
    assertThat(folder.resolve("rocks").resolve("CURRENT")).doesNotExist();
  }
}
