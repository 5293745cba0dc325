package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.FAMILIES;
import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.config;
import static dev.colonnade.engine.TestDatabases.createTable;
import static dev.colonnade.engine.TestDatabases.failure;
import static dev.colonnade.engine.TestDatabases.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.storage.config.RetentionConfig;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.LifecycleState;
import dev.colonnade.type.schema.TableSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @TempDir private Path folder;

  @Test
  void shouldFindEverythingAfterReopening() {
    try (Database database = TestDatabases.open(folder)) {
      Session session = database.session("test");
      Table table = createTable(session, "t", FAMILIES);
      RowBatch batch = session.newBatch(table);
      batch.row().putAll(1L, "one", 10, "Rome");
      await(session.write(batch.insert()));
      session.splitAt(table, List.of(table.format().keyCodec().prefix(5L)));
    }
    try (Database database = TestDatabases.open(folder)) {
      Session session = database.session("test");
      Table table = session.catalog().table("t");
      assertThat(row(database, "t", 1)).containsExactly(1L, "one", 10, "Rome");
      assertThat(session.ranges(table.span())).hasSize(2);
      assertThat(database.statistics().data().liveRows()).isEqualTo(1);
    }
  }

  @Test
  void shouldRejectAStoreThatIsOpenAlready() {
    try (Database database = TestDatabases.open(folder)) {
      assertThat(database.state()).isEqualTo(LifecycleState.OPEN);
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> TestDatabases.open(folder))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_LOCKED))
          .withMessageContaining(folder.toString());
    }
  }

  @Test
  void shouldRejectOperationsOnceClosed() {
    Database database = TestDatabases.open(folder);
    Session session = database.session("test");
    Table table = createTable(session, "t", PLAIN);
    RowBatch batch = session.newBatch(table);
    batch.row().putAll(1L, "one", 10);
    batch.insert();
    database.close();
    database.close();

    assertThat(database.state()).isEqualTo(LifecycleState.CLOSED);
    assertThat(failure(session.write(batch))).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> createTable(session, "u", PLAIN))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SHUTTING_DOWN));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(database::statistics)
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SHUTTING_DOWN));
  }

  @Test
  void shouldStoreEachTableInSeparateRanges() {
    try (Database database = TestDatabases.open(folder)) {
      Session session = database.session("test");
      Table first = createTable(session, "a", PLAIN);
      Table second = createTable(session, "b", PLAIN);
      for (Table table : List.of(first, second)) {
        assertThat(session.ranges(table.span()).stream().map(status -> status.descriptor().span()))
            .containsExactly(table.span());
      }
      List<Key> keys =
          Stream.of(30L, 10L, 20L, 10L).map(first.format().keyCodec()::prefix).toList();
      session.splitAt(first, keys);
      session.splitAt(first, keys);
      assertThat(session.ranges(first.span())).hasSize(4);
      assertThat(session.ranges(second.span())).hasSize(1);
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> session.splitAt(second, keys))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
      assertThat(session.ranges(KeySpan.ALL)).hasSize(database.statistics().rangeCount());
    }
  }

  @Test
  void shouldNeverSplitInsideARow() {
    try (Database database = TestDatabases.open(folder)) {
      Session session = database.session("test");
      Table table = createTable(session, "t", FAMILIES);
      Key rowKey = table.format().keyCodec().encode(7L);
      session.splitAt(table, List.of(table.format().keyCodec().familyKey(rowKey, 1)));
      assertThat(session.ranges(table.span()).getLast().descriptor().span().start())
          .isEqualTo(rowKey);
    }
  }

  @Test
  void shouldRemoveAllVersionsOfRowsWithTheTable() {
    try (Database database = TestDatabases.open(folder)) {
      Session session = database.session("test");
      Table kept = createTable(session, "kept", PLAIN);
      Table table = createTable(session, "t", FAMILIES);
      for (int round = 0; round < 3; round++) {
        RowBatch batch = session.newBatch(table);
        for (long id = 0; id < 100; id++) {
          batch.row().putAll(id, "name", round, "city");
          batch.upsert(Condition.ANY);
        }
        await(session.write(batch));
      }
      RowBatch batch = session.newBatch(kept);
      batch.row().putAll(1L, "kept", 1);
      await(session.write(batch.insert()));
      session.splitAt(table, List.of(table.format().keyCodec().prefix(50L)));
      assertThat(database.statistics().data().historyVersions()).isEqualTo(600);

      session.define(
          catalog -> {
            catalog.dropTable("t");
            return catalog;
          });

      assertThat(session.ranges(table.span()).stream().map(RangeStatus::statistics))
          .allSatisfy(statistics -> assertThat(statistics.totalBytes()).isZero());
      assertThat(database.statistics().data().liveRows()).isEqualTo(1);
      assertThat(database.statistics().data().historyVersions()).isZero();
      assertThat(row(database, "kept", 1)).containsExactly(1L, "kept", 1);
    }
  }

  @Test
  void shouldCollectVersionsThatAreNotReadable() {
    StorageConfig config =
        config(folder)
            .withRetention(
                RetentionConfig.DEFAULT
                    .withTime(Duration.ZERO)
                    .withInterval(RetentionConfig.INTERVAL_MAX));
    try (Database database = Database.open(config)) {
      Session session = database.session("test");
      Table table = createTable(session, "t", PLAIN);
      for (int round = 0; round < 5; round++) {
        RowBatch batch = session.newBatch(table);
        batch.row().putAll(1L, "name", round);
        await(session.write(batch.upsert(Condition.ANY)));
      }
      assertThat(database.statistics().data().historyVersions()).isEqualTo(4);
      database.collectGarbage();
      assertThat(database.statistics().data().historyVersions()).isZero();
      assertThat(database.statistics().collected().versions()).isEqualTo(4);
    }
  }

  @Test
  void shouldCollectPeriodically() {
    StorageConfig config =
        config(folder)
            .withRetention(
                RetentionConfig.DEFAULT
                    .withTime(Duration.ZERO)
                    .withInterval(RetentionConfig.INTERVAL_MIN));
    try (Database database = Database.open(config)) {
      Session session = database.session("test");
      TableSchema schema = PLAIN;
      Table table = createTable(session, "t", schema);
      for (int round = 0; round < 5; round++) {
        RowBatch batch = session.newBatch(table);
        batch.row().putAll(1L, "name", round);
        await(session.write(batch.upsert(Condition.ANY)));
      }
      org.awaitility.Awaitility.await()
          .until(() -> database.statistics().data().historyVersions() == 0);
    }
  }
}
