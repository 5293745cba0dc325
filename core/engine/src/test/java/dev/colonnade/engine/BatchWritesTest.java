package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.FAMILIES;
import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.createTable;
import static dev.colonnade.engine.TestDatabases.failure;
import static dev.colonnade.engine.TestDatabases.row;
import static dev.colonnade.engine.TestDatabases.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.CatalogOperations.NewColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.engine.write.RowUpdates;
import dev.colonnade.engine.write.TableMutations;
import dev.colonnade.engine.write.WriteResult;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.storage.config.MemoryLimits;
import dev.colonnade.storage.config.RetentionConfig;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchWritesTest {
  @TempDir private Path folder;
  private Database database;
  private Session session;

  @BeforeEach
  public void open() {
    database = TestDatabases.open(folder);
    session = database.session("test");
  }

  @AfterEach
  public void close() {
    database.close();
  }

  @Test
  void shouldInsertUpsertAndDeleteRows() {
    Table table = createTable(session, "t", PLAIN);
    RowBatch batch = session.newBatch(table);
    put(batch, 1L, "one", 10).insert();
    put(batch, 2L, "two", null).insert();
    WriteResult inserted = await(session.write(batch));

    RowBatch second = session.newBatch(table);
    put(second, 2L, "TWO", 20).upsert(Condition.ANY);
    put(second, 3L, "three", 30).upsert(Condition.ANY);
    put(second, 1L, null, null).delete(Condition.ANY);
    put(second, 4L, null, null).delete(Condition.ANY);
    WriteResult changed = await(session.write(second));

    assertThat(inserted).isEqualTo(new WriteResult(inserted.timestamp(), 2, 0, 0));
    assertThat(changed).isEqualTo(new WriteResult(changed.timestamp(), 1, 1, 1));
    assertThat(changed.timestamp()).isGreaterThan(inserted.timestamp());
    assertThat(row(database, "t", 1)).isNull();
    assertThat(row(database, "t", 2)).containsExactly(2L, "TWO", 20);
    assertThat(row(database, "t", 3)).containsExactly(3L, "three", 30);
  }

  @Test
  void shouldCountRowsOnceAndReplaceAllFamilies() {
    Table table = createTable(session, "t", FAMILIES);
    RowBatch batch = session.newBatch(table);
    put(batch, 1L, "one", 10, "Rome").insert();
    put(batch, 2L, null, null, "Oslo").insert();
    assertThat(await(session.write(batch)).insertedCount()).isEqualTo(2);

    RowBatch second = session.newBatch(table);
    put(second, 1L, "ONE", null, null).upsert(Condition.ANY);
    put(second, 2L, null, null, null).delete(Condition.ANY);
    WriteResult changed = await(session.write(second));

    assertThat(changed).isEqualTo(new WriteResult(changed.timestamp(), 0, 1, 1));
    assertThat(row(database, "t", 1)).containsExactly(1L, "ONE", null, null);
    assertThat(row(database, "t", 2)).isNull();
    RangeStatistics data = database.statistics().data();
    assertThat(data.liveRows()).isEqualTo(1);
    assertThat(data.liveKeyValues()).isEqualTo(1);
  }

  @Test
  void shouldFailAtomicallyIfARowExists() {
    Table table = createTable(session, "t", PLAIN);
    await(session.write(put(session.newBatch(table), 1L, "one", 1).insert()));

    RowBatch batch = session.newBatch(table);
    put(batch, 2L, "two", 2).insert();
    put(batch, 1L, "again", 3).insert();
    assertThat(failure(session.write(batch))).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.writeAndWait(batch))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION));
    assertThat(row(database, "t", 2)).isNull();
    assertThat(row(database, "t", 1)).containsExactly(1L, "one", 1);
  }

  @Test
  void shouldWriteWhileTheCallerWaits() {
    Table table = createTable(session, "t", FAMILIES);
    WriteResult inserted =
        session.writeAndWait(put(session.newBatch(table), 1L, "0", 0, "0").insert());
    assertThat(inserted.insertedCount()).isEqualTo(1);
    WriteResult updated =
        session.writeAndWait(update(session.newBatch(table), 1L, "age", 7, Condition.ANY));
    assertThat(updated.updatedCount()).isEqualTo(1);
    assertThat(updated.timestamp()).isGreaterThan(inserted.timestamp());
    assertThat(row(database, "t", 1)).containsExactly(1L, "0", 7, "0");
    session.define(
        catalog -> {
          catalog.dropTable("t");
          return catalog;
        });
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(
            () -> session.writeAndWait(put(session.newBatch(table), 2L, "0", 0, "0").insert()))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
  }

  @Test
  void shouldUpdateTheListedColumnsOnly() {
    Table table = createTable(session, "t", FAMILIES);
    await(session.write(put(session.newBatch(table), 1L, "one", 10, "Rome").insert()));

    RowBatch batch = session.newBatch(table);
    update(batch, 1L, "age", 11, Condition.ANY);
    update(batch, 9L, "age", 99, Condition.ANY); // no such row
    WriteResult result = await(session.write(batch));

    assertThat(result).isEqualTo(new WriteResult(result.timestamp(), 0, 1, 0));
    assertThat(row(database, "t", 1)).containsExactly(1L, "one", 11, "Rome");
    assertThat(row(database, "t", 9)).isNull();
  }

  @Test
  void shouldReportAMissingRowToUpdate() {
    Table table = createTable(session, "t", PLAIN);
    await(session.write(put(session.newBatch(table), 1L, "one", 1).insert()));
    RowBatch present = update(session.newBatch(table), 9L, "age", 1, Condition.PRESENT);
    assertThat(failure(session.write(present))).isEqualTo(ErrorCode.ROW_NOT_FOUND);
    RowBatch absent = update(session.newBatch(table), 1L, "age", 1, Condition.ABSENT);
    assertThat(failure(session.write(absent))).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
  }

  @Test
  void shouldMakeAnUpdateWithoutARowConditionalOnItsAbsence() {
    Table table = createTable(session, "t", PLAIN);
    RowBatch batch = update(session.newBatch(table), 1L, "age", 11, Condition.ANY);
    Mutations stale = new Mutations();
    TableMutations rows = new TableMutations(table, stale);
    try (RowUpdates updates =
        RowUpdates.open(database.versions().reads(), database.catalog(), table, 1024)) {
      batch.changes().forEach(change -> rows.add(updates.resolve(change).change()));
    }
    await(session.write(put(session.newBatch(table), 1L, "one", 10).insert()));
    assertFails(ErrorCode.SERIALIZATION_FAILURE, () -> database.context().pipeline().commit(stale));
    assertThat(row(database, "t", 1)).containsExactly(1L, "one", 10);
  }

  @Test
  void shouldCompleteWritesThatOtherCallbacksWaitFor() {
    Table table = createTable(session, "t", PLAIN);
    await(session.write(put(session.newBatch(table), 1L, "one", 0).insert()));
    CountDownLatch allBlocked = new CountDownLatch(8);
    List<CompletableFuture<WriteResult>> outcomes = new ArrayList<>();
    for (long id = 10; id < 18; id++) {
      outcomes.add(
          session
              .write(put(session.newBatch(table), id, "x", 0).insert())
              .thenApplyAsync(
                  written -> {
                    allBlocked.countDown();
                    awaitZero(allBlocked);
                    return await(
                        session.write(
                            update(session.newBatch(table), 1L, "age", 1, Condition.ANY)));
                  },
                  database.context().dependencies().commits().completions()));
    }
    assertThat(outcomes)
        .allSatisfy(outcome -> assertThat(outcome).succeedsWithin(Duration.ofMinutes(2)));
  }

  private static void awaitZero(CountDownLatch latch) {
    try {
      assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldIgnoreSplitKeysWithinOneRow() {
    Table table = createTable(session, "t", FAMILIES);
    Key row = table.format().keyCodec().encode(5L);
    List<Key> keys =
        List.of(
            table.format().keyCodec().familyKey(row, 0),
            table.format().keyCodec().familyKey(row, 1));
    session.splitAt(table, keys);
    assertThat(session.ranges(table.span())).hasSize(2);
    session.splitAt(table, keys);
    assertThat(session.ranges(table.span())).hasSize(2);
  }

  @Test
  void shouldLoseNoUpdateOfOtherColumnsOfTheSameRow() throws Exception {
    int rounds = 200;
    Table table = createTable(session, "t", FAMILIES);
    await(session.write(put(session.newBatch(table), 1L, "0", 0, "0").insert()));
    List<Callable<Integer>> writers = new ArrayList<>();
    for (String column : List.of("name", "age", "city")) {
      writers.add(
          () -> {
            for (int i = 1; i <= rounds; i++) {
              Object value = column.equals("age") ? (Object) i : Integer.toString(i);
              writeUntilDone(
                  () -> update(session.newBatch(table), 1L, column, value, Condition.ANY));
            }
            return rounds;
          });
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(writers.size())) {
      for (Future<Integer> writer : executor.invokeAll(writers)) {
        writer.get();
      }
    }
    assertThat(row(database, "t", 1)).containsExactly(1L, "200", rounds, "200");
  }

  @Test
  void shouldRejectARowOfAnotherVersion() {
    Table table = createTable(session, "t", PLAIN);
    await(session.write(put(session.newBatch(table), 1L, "one", 1).insert()));
    long first = version(database, "t", 1);
    RowBatch fitting =
        put(session.newBatch(table), 1L, "two", 2).upsert(Condition.versionIs(first));
    long second = await(session.write(fitting)).timestamp();

    List<RowBatch> stale =
        List.of(
            put(session.newBatch(table), 1L, "x", 3).upsert(Condition.versionIs(first)),
            put(session.newBatch(table), 1L, null, null).delete(Condition.versionIs(first)),
            update(session.newBatch(table), 1L, "age", 3, Condition.versionIs(first)),
            update(session.newBatch(table), 2L, "age", 3, Condition.versionIs(first)));
    for (RowBatch batch : stale) {
      assertThat(failure(session.write(batch))).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
    }
    assertThat(version(database, "t", 1)).isEqualTo(second);
    RowBatch update = update(session.newBatch(table), 1L, "age", 4, Condition.versionIs(second));
    assertThat(await(session.write(update)).updatedCount()).isEqualTo(1);
  }

  @Test
  void shouldCheckRowsBeforeTheyAreWritten() {
    Table table = createTable(session, "t", PLAIN);
    RowBatch batch = session.newBatch(table);
    assertFails(ErrorCode.NOT_NULL_VIOLATION, () -> put(batch, null, "x", 1).insert());
    assertFails(ErrorCode.NOT_NULL_VIOLATION, () -> put(batch, null, "x", 1).delete(Condition.ANY));
    String tooLong = "x".repeat(MemoryLimits.DEFAULT.rowBytesMax() + 1);
    assertFails(ErrorCode.ROW_TOO_LARGE, () -> put(batch, 1L, tooLong, 1).insert());
    assertFails(ErrorCode.TYPE_MISMATCH, () -> put(batch, 1L, "x", "not a number").insert());
    List<Column> key = List.of(table.schema().column("id"));
    batch.row().putLong(0, 1);
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> batch.update(key, List.of(2L), Condition.ANY));
    assertThat(batch.count()).isZero();
  }

  @Test
  void shouldNotCommitIntoATableThatWasDropped() {
    Table table = createTable(session, "t", PLAIN);
    RowBatch batch = put(session.newBatch(table), 1L, "one", 1).insert();
    session.define(
        catalog -> {
          catalog.dropTable("t");
          return catalog;
        });
    Table again = createTable(session, "t", PLAIN);

    assertThat(failure(session.write(batch))).isEqualTo(ErrorCode.UNKNOWN_TABLE);
    assertThat(again.id()).isNotEqualTo(table.id());
    assertThat(database.statistics().data()).isEqualTo(RangeStatistics.EMPTY);
  }

  @Test
  void shouldReadRowsOfEverySchemaVersion() {
    Table first = createTable(session, "t", PLAIN);
    await(session.write(put(session.newBatch(first), 1L, "one", 1).insert()));
    RowBatch late = put(session.newBatch(first), 2L, "late", 2).insert();
    NewColumn email = new NewColumn("email", ColumnType.Plain.TEXT, false, "none");
    Table second = session.define(catalog -> catalog.addColumn("t", email, null));
    await(session.write(late));
    await(session.write(put(session.newBatch(second), 3L, "three", 3, "c@x").insert()));
    // An update that was made for the old columns preserves the new one.
    await(session.write(update(session.newBatch(first), 3L, "age", 33, Condition.ANY)));

    assertThat(row(database, "t", 1)).containsExactly(1L, "one", 1, "none");
    assertThat(row(database, "t", 2)).containsExactly(2L, "late", 2, "none");
    assertThat(row(database, "t", 3)).containsExactly(3L, "three", 33, "c@x");
    session.define(catalog -> catalog.dropColumn("t", "age"));
    assertThat(row(database, "t", 3)).containsExactly(3L, "three", "c@x");
    RowBatch dropped = update(session.newBatch(first), 3L, "age", 34, Condition.ANY);
    assertThat(failure(session.write(dropped))).isEqualTo(ErrorCode.UNKNOWN_COLUMN);
  }

  @Test
  void shouldRefuseRowsWithoutTheValuesOfAGeneratedColumn() {
    Table first = createTable(session, "t", PLAIN);
    RowBatch insert = put(session.newBatch(first), 1L, "one", 1).insert();
    RowBatch upsert = put(session.newBatch(first), 2L, "two", 2).upsert(Condition.ANY);
    RowBatch update = update(session.newBatch(first), 3L, "age", 4, Condition.ANY);
    run("insert into t values (3, 'three', 3)");
    run("alter table t add column twice int generated always as (age * 2) stored");
    for (RowBatch late : List.of(insert, upsert, update)) {
      assertThat(failure(session.write(late))).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
    }
    assertThat(session.sql().execute("select * from t").toList())
        .isEqualTo(List.of(List.of(3L, "three", 3, 6)));
  }

  @Test
  void shouldCheckRowsThatAreOlderThanNotNull() {
    Table first = createTable(session, "t", PLAIN);
    RowBatch violating = put(session.newBatch(first), 1L, "one", null).insert();
    RowBatch replacing = put(session.newBatch(first), 3L, "one", null).upsert(Condition.ANY);
    RowBatch update = update(session.newBatch(first), 3L, "age", null, Condition.ANY);
    RowBatch valid = put(session.newBatch(first), 2L, "two", 2).insert();
    run("insert into t values (3, 'three', 3)", "alter table t alter column age set not null");
    for (RowBatch late : List.of(violating, replacing, update)) {
      assertThat(failure(session.write(late))).isEqualTo(ErrorCode.NOT_NULL_VIOLATION);
    }
    assertThat(await(session.write(valid)).insertedCount()).isEqualTo(1);
    assertThat(session.sql().execute("select id, age from t order by id").toList())
        .isEqualTo(List.of(List.of(2L, 2), List.of(3L, 3)));
  }

  private void run(String... statements) {
    for (String statement : statements) {
      session.sql().execute(statement).close();
    }
  }

  /** Writes the batch of {@code make}, again while it fails with a conflict. */
  private void writeUntilDone(Callable<RowBatch> make) throws Exception {
    while (true) {
      try {
        await(session.write(make.call()));
        return;
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
      }
    }
  }

  private static RowBatch put(RowBatch batch, @Nullable Object... values) {
    batch.row().putAll(values);
    return batch;
  }

  private static RowBatch update(
      RowBatch batch, long id, String column, @Nullable Object value, Condition condition) {
    batch.row().putLong(0, id);
    return batch.update(
        List.of(batch.table().schema().column(column)), Arrays.asList(value), condition);
  }

  private static void assertFails(
      ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldCountExactlyWhereASplitKeyBeginsWithARowKey() {
    database.close();
    database =
        Database.open(
            TestDatabases.config(folder)
                .withRetention(RetentionConfig.DEFAULT.withTime(Duration.ZERO)));
    session = database.session("test");
    Table table = createTable(session, "t", PLAIN);
    for (String name : List.of("one", "two")) {
      RowBatch batch = session.newBatch(table);
      put(batch, 1L, name, 10).upsert(Condition.ANY);
      await(session.write(batch));
    }
    byte[] rowKey = table.format().keyCodec().encode(1L).bytes();
    byte[] behind = Arrays.copyOf(rowKey, rowKey.length + 1);
    behind[rowKey.length] = (byte) 0x80;
    session.splitAt(table, List.of(Key.wrap(behind)));

    List<RangeStatus> ranges = session.ranges(table.span());
    assertThat(ranges).hasSize(2);
    assertThat(ranges)
        .allSatisfy(
            range ->
                assertThat(range.statistics().historyVersions())
                    .isEqualTo(range.statistics().liveRows()));
    RowBatch batch = session.newBatch(table);
    put(batch, 1L, null, null).delete(Condition.ANY);
    await(session.write(batch));
    database.collectGarbage();
    assertThat(session.ranges(table.span()))
        .allSatisfy(range -> assertThat(range.statistics()).isEqualTo(RangeStatistics.EMPTY));
  }

  @Test
  void shouldAcceptTheLongestKeyThatCanBeEncodedInAllFamilies() {
    TableSchema schema =
        TableSchema.builder()
            .required("id", ColumnType.Plain.TEXT)
            .nullable("name", ColumnType.Plain.TEXT)
            .nullable("city", ColumnType.Plain.TEXT)
            .key("id")
            .family("f0", "name")
            .family("f1", "city")
            .build();
    Table table = createTable(session, "t", schema);
    int columnBytesMax = KeyLayout.KEY_BYTES_MAX - KeyLayout.COLUMNS_OFFSET - KeyLayout.END_BYTES;
    for (String name : List.of("one", "two")) { // the second moves the first to history
      RowBatch batch = session.newBatch(table);
      put(batch, "k".repeat(columnBytesMax), name, name).upsert(Condition.ANY);
      assertThat(await(session.write(batch)).timestamp()).isPositive();
    }
    RowBatch tooLong = session.newBatch(table);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(
            () -> put(tooLong, "k".repeat(columnBytesMax + 1), "one", "one").upsert(Condition.ANY))
        .extracting(ColonnadeException::code)
        .isEqualTo(ErrorCode.ROW_TOO_LARGE);
  }
}
