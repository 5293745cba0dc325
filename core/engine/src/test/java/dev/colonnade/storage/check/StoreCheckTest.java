package dev.colonnade.storage.check;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.config;
import static dev.colonnade.engine.TestDatabases.createTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.TestDatabases;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeLayout;
import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.storage.lifecycle.LifecycleState;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreCheckTest {
  private static final int ROWS = 3000;

  @TempDir private Path folder;

  @Test
  void shouldFindASoundStoreSound() {
    fill();
    Walk walk = new Walk();
    StoreReport report = StoreCheck.run(store(), config(store()).store(), walk);
    assertThat(report.ranges().problems()).isEmpty();
    assertThat(report.ranges().counted().liveRows()).isEqualTo(ROWS);
    assertThat(report.tableCount()).isEqualTo(1);
    assertThat(report.ranges().rangeCount()).isGreaterThanOrEqualTo(3);
    assertThat(walk.expected).isEqualTo(2 * ROWS);
    assertThat(walk.walked).isEqualTo(walk.expected);
  }

  @Test
  void shouldRejectADirectoryWithoutAStoreAndNotChangeIt() {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> check(store()))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_IO))
        .withMessageContaining("no store");
    assertThat(Files.exists(store())).isFalse();
  }

  @Test
  void shouldRejectAnOpenStore() {
    try (Database database = TestDatabases.open(store())) {
      assertThat(database.state()).isEqualTo(LifecycleState.OPEN);
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> check(store()))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_LOCKED));
    }
  }

  @Test
  void shouldFindAGap() {
    fill();
    damage(
        (store, batch) ->
            batch.delete(Space.META, second(store, RangeLayout.DESCRIPTOR_PREFIX).bytes()));
    assertThat(check(store()).problems())
        .anySatisfy(problem -> assertThat(problem).contains("gap or overlap"))
        .anySatisfy(
            problem ->
                assertThat(problem).contains("descriptors and statistics differ in range ids"));
  }

  @Test
  void shouldFindStatisticsThatDiffer() {
    fill();
    damage((store, batch) -> batch.delete(Space.ROWS, firstRow(store).bytes()));
    assertThat(check(store()).problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem).startsWith("statistics differ"));
  }

  @Test
  void shouldContinueAfterUnreadableData() {
    fill();
    damage(
        (store, batch) -> {
          batch.put(Space.META, last(store, RangeLayout.STATISTICS_PREFIX).bytes(), new byte[3]);
          batch.put(Space.ROWS, firstRow(store).bytes(), new byte[1]);
        });
    RangeVerification found = check(store());
    assertThat(found.problems())
        .hasSizeGreaterThanOrEqualTo(2)
        .anySatisfy(problem -> assertThat(problem).contains("range record of unknown format"));
    assertThat(found.counted().liveRows()).as("rows of the other ranges").isPositive();
  }

  private static RangeVerification check(Path store) {
    return StoreCheck.run(store, config(store).store(), VerificationObserver.NONE).ranges();
  }

  private Path store() {
    return folder.resolve("store");
  }

  private void fill() {
    try (Database database = TestDatabases.open(store())) {
      Session session = database.session("test");
      Table table = createTable(session, "t", PLAIN);
      RowBatch batch = session.newBatch(table);
      for (long id = 0; id < ROWS; id++) {
        batch.row().putAll(id, "row " + id, 1);
        batch.insert();
      }
      await(session.write(batch));
      session.splitAt(
          table,
          List.of(
              table.format().keyCodec().encode(ROWS / 3L),
              table.format().keyCodec().encode(2 * ROWS / 3L)));
    }
  }

  private void damage(BiConsumer<RocksStore, Batch> how) {
    try (RocksStore store = RocksStore.openExisting(store(), config(store()).store());
        Batch batch = store.newBatch()) {
      how.accept(store, batch);
      store.write(batch, Durability.SYNC);
    }
  }

  private static Key firstRow(RocksStore store) {
    return at(store, Space.ROWS, KeySpan.ALL, 0);
  }

  private static Key second(RocksStore store, Key prefix) {
    return at(store, Space.META, KeySpan.prefix(prefix), 1);
  }

  private static Key last(RocksStore store, Key prefix) {
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(KeySpan.prefix(prefix)))) {
      cursor.seekToLast();
      return cursor.key();
    }
  }

  private static Key at(RocksStore store, Space space, KeySpan span, int index) {
    try (Cursor cursor = store.cursor(space, CursorOptions.over(span))) {
      cursor.seekToFirst();
      for (int i = 0; i < index; i++) {
        cursor.next();
      }
      return cursor.key();
    }
  }

  private static final class Walk implements VerificationObserver {
    private long expected;
    private long walked;

    @Override
    public void expecting(long keyCount) {
      expected = keyCount;
    }

    @Override
    public void walked(long keyCount) {
      walked += keyCount;
    }
  }
}
