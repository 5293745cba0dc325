package dev.colonnade.store.rocks;

import static dev.colonnade.store.rocks.RocksStoreTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreStatistics;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recovery after a crash with several live logs, one of them truncated: no gap is ever skipped. */
class RocksLogGapTest {
  private static final int STEPS = 40;
  private static final int ROWS_PER_STEP = 100;
  private static final int TORN_BYTES = 50;

  @TempDir private Path folder;

  /** Returns a copy of a store after a crash; its log was switched several times. */
  private Path crashed(Durability durability) throws IOException {
    Path original = folder.resolve("original");
    Path copy = folder.resolve("copy");
    try (RocksStore store = RocksStoreFixture.open(original)) {
      for (int step = 0; step < STEPS; step++) {
        write(store, step, durability);
      }
      Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> isQuiet(store));
      copyAll(original, copy);
    }
    assertThat(logs(copy)).hasSizeGreaterThan(2);
    return copy;
  }

  /** Writes rows, which fill buffers and switch logs, then a record that keeps its log alive. */
  private static void write(RocksStore store, int step, Durability durability) {
    try (Batch batch = store.newBatch()) {
      for (int i = 0; i < ROWS_PER_STEP; i++) {
        int row = step * ROWS_PER_STEP + i;
        batch.put(
            Space.ROWS, RocksStoreFixture.rowKey(row).bytes(), RocksStoreFixture.rowValue(row));
      }
      store.write(batch, durability);
      batch.clear();
      batch.put(
          Space.META, RocksStoreFixture.rowKey(step).bytes(), RocksStoreFixture.rowValue(step));
      store.write(batch, durability);
    }
  }

  private static boolean isQuiet(RocksStore store) {
    StoreStatistics.Background background = store.statistics().background();
    return background.flushesRunning() + background.compactionsRunning() == 0;
  }

  private static void copyAll(Path from, Path to) throws IOException {
    Files.createDirectories(to.resolve("rocks"));
    Files.copy(from.resolve("COLONNADE"), to.resolve("COLONNADE"));
    try (Stream<Path> files = Files.list(from.resolve("rocks"))) {
      for (Path file : files.sorted().toList()) {
        Files.copy(file, to.resolve("rocks").resolve(file.getFileName()));
      }
    }
  }

  private static List<Path> logs(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store.resolve("rocks"))) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .filter(file -> file.toFile().length() > 0)
          .sorted()
          .toList();
    }
  }

  private static void tear(Path log) throws IOException {
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - TORN_BYTES);
    }
  }

  /**
   * Returns the number of recovered steps; fails if a missing step is followed by a recovered one.
   */
  private static int stepsWithoutGap(RocksStore store) {
    int steps = 0;
    while (steps < STEPS && store.get(Space.META, RocksStoreFixture.rowKey(steps)) != null) {
      steps++;
    }
    for (int step = steps; step < STEPS; step++) {
      assertThat(store.get(Space.META, RocksStoreFixture.rowKey(step)))
          .as("step=%d", step)
          .isNull();
    }
    return steps;
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void shouldRejectATruncatedLogFollowedByAnother(Durability durability) throws IOException {
    Path copy = crashed(durability);
    tear(logs(copy).getFirst());
    assertFails(ErrorCode.STORE_CORRUPT, "open", () -> RocksStoreFixture.open(copy));
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void shouldRejectAMissingLog(Durability durability) throws IOException {
    Path copy = crashed(durability);
    Files.delete(logs(copy).get(1));
    assertFails(ErrorCode.STORE_CORRUPT, "open", () -> RocksStoreFixture.open(copy));
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void shouldOpenWithATruncatedLastLog(Durability durability) throws IOException {
    Path copy = crashed(durability);
    tear(logs(copy).getLast());
    for (int opening = 0; opening < 2; opening++) {
      try (RocksStore store = RocksStoreFixture.open(copy)) {
        assertThat(stepsWithoutGap(store)).isBetween(STEPS / 2, STEPS - 1);
      }
    }
  }
}
