package dev.colonnade.store.rocks;

import static dev.colonnade.store.StoreContract.bytes;
import static dev.colonnade.store.StoreContract.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of a store without a write-ahead log, whose writes a replicated log precedes. */
class RocksWithoutLogTest {
  private static final Key POSITION = key("position");

  @TempDir private Path folder;

  private static RocksStoreConfig config() {
    return RocksStoreFixture.config().withLog(RocksStoreFixture.config().log().disabled());
  }

  private RocksStore open(String name) {
    return RocksStore.open(folder.resolve(name), config(), RocksStoreFixture.ID);
  }

  private static void apply(RocksStore store, String text) {
    try (Batch batch = store.newBatch()) {
      for (Space space : Space.values()) {
        batch.put(space, bytes("k"), bytes(text));
      }
      store.apply(store.serialized(batch), POSITION, bytes(text));
    }
  }

  private static void assertContains(RocksStore store, String text) {
    for (Space space : Space.values()) {
      assertThat(store.get(space, key("k"))).isEqualTo(bytes(text));
    }
    assertThat(store.get(Space.META, POSITION)).isEqualTo(bytes(text));
  }

  @Test
  void shouldReportAsDurableWhatWasFlushed() {
    try (RocksStore store = open("a")) {
      apply(store, "1");
      assertThat(store.getDurable(Space.META, POSITION)).isNull();
      store.flush();
      assertThat(store.getDurable(Space.META, POSITION)).isEqualTo(bytes("1"));
      apply(store, "2");
      assertThat(store.getDurable(Space.META, POSITION)).isEqualTo(bytes("1"));
      assertContains(store, "2");
    }
  }

  @Test
  void shouldKeepAllWritesWhenClosed() {
    try (RocksStore store = open("a")) {
      apply(store, "1");
    }
    try (RocksStore store = open("a")) {
      assertContains(store, "1");
    }
  }

  @Test
  void shouldKeepWholeBatchesOfAllKeyspacesAfterACrash() throws IOException {
    try (RocksStore store = open("a")) {
      apply(store, "1");
      store.flush();
      apply(store, "2");
      copy(folder.resolve("a"), folder.resolve("crashed")); // of the files of a running process
    }
    try (RocksStore store = open("crashed")) {
      assertContains(store, "1");
    }
  }

  @Test
  void shouldIncludeUnflushedWritesInACheckpoint() throws IOException {
    try (RocksStore store = open("a")) {
      apply(store, "1");
      Files.createDirectories(folder.resolve("b"));
      store.checkpoint(folder.resolve("b/rocks"));
      apply(store, "2");
    }
    Files.copy(folder.resolve("a/COLONNADE"), folder.resolve("b/COLONNADE"));
    try (RocksStore store = open("b")) {
      assertContains(store, "1");
    }
  }

  @Test
  void shouldAcceptDirectWritesOfBothDurabilities() {
    try (RocksStore store = open("a");
        Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, bytes("k"), bytes("1"));
      store.write(batch, Durability.SYNC);
      store.write(batch, Durability.RELAXED);
      store.sync();
      assertThat(store.getDurable(Space.ROWS, key("k"))).isEqualTo(bytes("1"));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (!file.getFileName().toString().equals("LOCK")) {
          Files.copy(file, target);
        }
      }
    }
  }
}
