package dev.colonnade.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Space;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of closing a store in use: it fails or waits, and never crashes. */
@Tag("integration")
class RocksCloseTest {
  @TempDir private Path folder;

  @RepeatedTest(5)
  void shouldCloseUnderLoad() {
    RocksStore store = RocksStoreFixture.open(folder);
    RocksStoreFixture.fill(store, 500);
    List<CompletableFuture<Void>> users =
        Stream.<Runnable>of(
                () -> store.get(Space.ROWS, RocksStoreFixture.rowKey(7)),
                () -> store.tryGet(Space.ROWS, RocksStoreFixture.rowKey(7)),
                () -> RocksStoreFixture.countRows(store),
                () -> readSnapshot(store),
                () -> write(store),
                store::statistics)
            .map(use -> CompletableFuture.runAsync(() -> untilClosed(use), OwnThread.EXECUTOR))
            .toList();
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(1))
        .ignoreException(IllegalStateException.class)
        .until(
            () -> {
              store.close();
              return true;
            });
    users.forEach(CompletableFuture::join);
  }

  @Test
  void shouldNotCountACursorThatFailedToOpen() {
    RocksStore store = RocksStoreFixture.open(folder);
    CursorOptions options = CursorOptions.over(KeySpan.ALL);
    assertThatNullPointerException().isThrownBy(() -> store.cursor(noSpace(), options));
    store.close();
  }

  @SuppressWarnings("NullAway") // what a caller without checks could pass
  private static Space noSpace() {
    return null;
  }

  private static void readSnapshot(RocksStore store) {
    try (Snapshot snapshot = store.snapshot();
        Cursor cursor = snapshot.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      assertThat(cursor.seekToFirst()).isTrue();
    }
  }

  private static void write(RocksStore store) {
    try (var batch = store.newBatch()) {
      batch.put(Space.META, new byte[1], new byte[1]);
      store.write(batch, Durability.RELAXED);
    }
  }

  private static void untilClosed(Runnable use) {
    try {
      while (true) {
        use.run();
        // A store with an open cursor cannot close: without pauses, one of the users nearly always
        // has one.
        LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(1_000_000));
      }
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    }
  }
}
