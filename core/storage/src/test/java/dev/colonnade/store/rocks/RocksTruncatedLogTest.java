package dev.colonnade.store.rocks;

import static dev.colonnade.store.rocks.RocksStoreTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.config.WalConfig;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opening of stores whose last log was truncated, or deleted: a loss of synced writes is noticed.
 */
class RocksTruncatedLogTest {
  private static final int WRITES = 12;

  @TempDir private Path folder;

  /** Lengths of the log after each synced write of {@link #killed}. */
  private final List<Long> lengths = new ArrayList<>();

  /** Returns a copy of a store as it is when its process is killed after some synced writes. */
  private Path killed() throws IOException {
    Path original = folder.resolve("original");
    Path copy = folder.resolve("killed");
    try (RocksStore store = RocksStoreFixture.open(original)) {
      for (int write = 0; write < WRITES; write++) {
        put(store, write, Durability.SYNC);
        lengths.add(Files.size(log(original)));
      }
      copyAll(original, copy);
    }
    return copy;
  }

  private static void put(RocksStore store, int row, Durability durability) {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, RocksStoreFixture.rowKey(row).bytes(), RocksStoreFixture.rowValue(row));
      store.write(batch, durability);
    }
  }

  private static Path log(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store.resolve("rocks"))) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .filter(file -> file.toFile().length() > 0)
          .sorted()
          .toList()
          .getLast();
    }
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  private Path truncated(Path store, long length) throws IOException {
    Path copy = folder.resolve(store.getFileName() + "-" + length);
    copyAll(store, copy);
    try (FileChannel channel = FileChannel.open(log(copy), StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
    return copy;
  }

  @Test
  void shouldOpenAfterAKillWithEverySyncedWrite() throws IOException {
    try (RocksStore store = RocksStoreFixture.open(killed())) {
      RocksStoreFixture.assertFilled(store, WRITES);
    }
  }

  @Test
  void shouldRejectALogThatEndsBeforeTheLastSyncedWrite() throws IOException {
    Path killed = killed();
    for (int write = 0; write < WRITES - 1; write++) {
      Path copy = truncated(killed, lengths.get(write));
      assertFails(ErrorCode.STORE_CORRUPT, "truncated", () -> RocksStoreFixture.open(copy));
      // The refusal changes nothing.
      assertFails(ErrorCode.STORE_CORRUPT, "truncated", () -> RocksStoreFixture.open(copy));
    }
  }

  @Test
  void shouldRejectALogThatWasCutWithinTheLastRecord() throws IOException {
    Path killed = killed();
    for (long length = lengths.get(WRITES - 2); length < lengths.getLast(); length += 17) {
      Path copy = truncated(killed, length);
      assertFails(ErrorCode.STORE_CORRUPT, "truncated", () -> RocksStoreFixture.open(copy));
    }
  }

  @Test
  void shouldRejectAStoreWithoutItsLog() throws IOException {
    Path killed = killed();
    Files.delete(log(killed));
    assertFails(ErrorCode.STORE_CORRUPT, "open", () -> RocksStoreFixture.open(killed));
  }

  @Test
  void shouldKeepWhatPrecedesOnRequest() throws IOException {
    Path copy = truncated(killed(), lengths.get(4));
    WalConfig log = WalConfig.defaults().withDamage(WalConfig.Damage.KEEP_WHAT_PRECEDES);
    try (RocksStore store =
        RocksStore.open(copy, RocksStoreFixture.config().withLog(log), RocksStoreFixture.ID)) {
      RocksStoreFixture.assertFilled(store, 5);
    }
    try (RocksStore store = RocksStoreFixture.open(copy)) { // with a new marker
      RocksStoreFixture.assertFilled(store, 5);
    }
  }

  @Test
  void shouldOpenAStoreOfAnEarlierVersionWithoutAMarker() throws IOException {
    Path copy = truncated(killed(), lengths.get(4));
    Files.delete(copy.resolve("SYNCED"));
    try (RocksStore store = RocksStoreFixture.open(copy)) {
      RocksStoreFixture.assertFilled(store, 5);
    }
  }

  @Test
  void shouldAcceptTheLossOfRelaxedWrites() throws IOException {
    Path original = folder.resolve("relaxed");
    Path copy = folder.resolve("copy");
    long length;
    try (RocksStore store = RocksStoreFixture.open(original)) {
      put(store, 0, Durability.SYNC);
      length = Files.size(log(original));
      put(store, 1, Durability.RELAXED);
      copyAll(original, copy);
    }
    try (RocksStore store = RocksStoreFixture.open(truncated(copy, length))) {
      assertThat(RocksStoreFixture.countRows(store)).isEqualTo(1);
    }
  }

  @Test
  void shouldRejectTheLossOfRelaxedWritesThatWereSynced() throws IOException {
    Path original = folder.resolve("relaxed");
    long length;
    try (RocksStore store = RocksStoreFixture.open(original)) {
      put(store, 0, Durability.SYNC);
      length = Files.size(log(original));
      put(store, 1, Durability.RELAXED);
      store.sync();
      copyAll(original, folder.resolve("copy"));
      put(store, 2, Durability.RELAXED);
    }
    Path synced = truncated(folder.resolve("copy"), length);
    assertFails(ErrorCode.STORE_CORRUPT, "truncated", () -> RocksStoreFixture.open(synced));
    Path closed = truncated(original, length);
    assertFails(ErrorCode.STORE_CORRUPT, "truncated", () -> RocksStoreFixture.open(closed));
  }
}
