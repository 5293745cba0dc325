package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.FAMILIES;
import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.createTable;
import static dev.colonnade.engine.TestDatabases.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that indexes have exactly the entries of the rows, after random batches. */
@Timeout(600)
class IndexWritesTest {
  private static final int ID = 1;
  private static final int NAME = 2;
  private static final int AGE = 3;

  /** Number of different names: few, so that index keys collide. */
  private static final int NAMES = 12;

  private static final int IDS = 40;

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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldHaveTheEntriesOfTheRowsAfterAnyHistory(boolean severalFamilies) {
    Random random = Seed.random("IndexWritesTest");
    TableSchema schema = severalFamilies ? FAMILIES : PLAIN;
    createTable(session, "t", schema);
    int indexes = 0;
    for (int step = 0; step < 400; step++) {
      if (step % 40 == 10) {
        changeIndexes(random, indexes++);
      }
      writeSome(random);
      if (step % 20 == 0) {
        IndexChecks.requireSound(database, "t");
      }
    }
    IndexChecks.requireSound(database, "t");
    database.close();
    open();
    IndexChecks.requireSound(database, "t");
  }

  private void changeIndexes(Random random, int number) {
    Table table = session.catalog().table("t");
    if (table.indexes().size() > 2 && random.nextBoolean()) {
      int victim = table.indexes().get(random.nextInt(table.indexes().size())).id();
      session.define(catalog -> catalog.dropIndex("t", victim));
      return;
    }
    try {
      session.define(catalog -> catalog.createIndex("t", "i" + number, definition(random)));
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
      assertThat(session.catalog().table("t").descriptor().constraints().findIndex("i" + number))
          .isNull();
    }
  }

  private static Index.Definition definition(Random random) {
    IndexKind kind = random.nextInt(3) == 0 ? IndexKind.UNIQUE : IndexKind.PLAIN;
    List<KeyColumn> columns = new ArrayList<>();
    List<IndexExpression> expressions = new ArrayList<>();
    int first = NAME;
    if (random.nextInt(3) == 0) {
      first = IndexExpression.idAt(0);
      expressions.add(
          random.nextBoolean()
              ? new IndexExpression(
                  "right", "right(name, 1)", "right(name, 1)", ColumnType.Plain.TEXT, List.of(NAME))
              : new IndexExpression(
                  "expr", "age % 7", "age % 7", ColumnType.Plain.INTEGER, List.of(AGE)));
    }
    columns.add(random.nextBoolean() ? KeyColumn.ascending(first) : KeyColumn.descending(first));
    if (random.nextBoolean()) {
      columns.add(KeyColumn.descending(AGE));
    }
    if (random.nextInt(4) == 0) {
      columns.add(KeyColumn.ascending(ID));
    }
    List<Integer> included = random.nextBoolean() ? List.of(AGE) : List.of();
    Index.Predicate condition =
        random.nextInt(3) == 0 ? new Index.Predicate("age > 5", List.of(AGE)) : null;
    return new Index.Definition(
        kind, columns, included, expressions, condition, random.nextBoolean());
  }

  private void writeSome(Random random) {
    Table table = session.catalog().table("t");
    RowBatch batch = session.newBatch(table);
    List<Integer> ids = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int id = random.nextInt(IDS);
      if (!ids.contains(id)) {
        ids.add(id);
        add(random, batch, id);
      }
    }
    try {
      await(session.write(batch));
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
    }
  }

  private static void add(Random random, RowBatch batch, long id) {
    TableSchema schema = batch.table().schema();
    String name = random.nextInt(4) == 0 ? null : "name " + random.nextInt(NAMES);
    Integer age = random.nextInt(4) == 0 ? null : random.nextInt(10);
    switch (random.nextInt(6)) {
      case 0, 1, 2 -> {
        var row = batch.row();
        row.putLong(0, id);
        row.putObject(1, name);
        row.putObject(2, age);
        if (random.nextBoolean()) {
          batch.insert();
        } else {
          batch.upsert(Condition.ANY);
        }
      }
      case 3 -> {
        batch.row().putLong(0, id);
        batch.delete(Condition.ANY);
      }
      default -> {
        batch.row().putLong(0, id);
        List<@Nullable Object> values = new ArrayList<>();
        values.add(name);
        batch.update(List.of(schema.column("name")), values, Condition.ANY);
      }
    }
  }

  @Test
  void shouldReportTheViolatedIndex() {
    Table table = createTable(session, "t", PLAIN);
    session.define(
        catalog ->
            catalog.createIndex(
                "t",
                "t_name_key",
                Index.Definition.of(IndexKind.CONSTRAINT, List.of(KeyColumn.ascending(NAME)))));
    insert(table, 1, "one", 1);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> insert(table, 2, "one", 2))
        .withMessageContaining("duplicate key value violates unique constraint \"t_name_key\"")
        .satisfies(
            e -> assertThat(e.fields().detail()).isEqualTo("Key (name)=(one) already exists."));
    insert(table, 2, null, 2);
    insert(table, 3, null, 3);
    RowBatch swap = session.newBatch(table);
    swap.row().putAll(1L, "two", 1);
    swap.upsert(Condition.ANY);
    swap.row().putAll(2L, "one", 2);
    swap.upsert(Condition.ANY);
    await(session.write(swap));
    IndexChecks.requireSound(database, "t");
    RowBatch same = session.newBatch(table);
    same.row().putAll(7L, "x", 1);
    same.insert();
    same.row().putAll(8L, "x", 2);
    same.insert();
    assertThat(failure(session.write(same))).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
  }

  private void insert(Table table, long id, @Nullable String name, int age) {
    RowBatch batch = session.newBatch(table);
    batch.row().putAll(id, name, age);
    batch.insert();
    await(session.write(batch));
  }

  @Test
  void shouldNotBuildAUniqueIndexOverDuplicateRows() {
    Table table = createTable(session, "t", PLAIN);
    insert(table, 1, "one", 1);
    insert(table, 2, "one", 1);
    Index.Definition unique =
        Index.Definition.of(IndexKind.UNIQUE, List.of(KeyColumn.ascending(NAME)));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.define(catalog -> catalog.createIndex("t", "u", unique)))
        .withMessageContaining("could not create unique index \"u\"")
        .satisfies(
            e -> assertThat(e.fields().detail()).isEqualTo("Key (name)=(one) is duplicated."));
    assertThat(session.catalog().table("t").indexes()).isEmpty();
    assertThat(database.statistics().data().liveRows()).isEqualTo(2);
  }

  @Test
  void shouldBuildIndexesDuringConcurrentWrites() throws Exception {
    createTable(session, "t", PLAIN);
    Random random = Seed.random("IndexWritesTest.concurrent");
    RowBatch first = session.newBatch(session.catalog().table("t"));
    for (long id = 0; id < 3000; id++) {
      first.row().putAll(id, "name " + id, (int) id);
      first.insert();
    }
    await(session.write(first));
    AtomicBoolean done = new AtomicBoolean();
    List<Long> seeds = List.of(random.nextLong(), random.nextLong());
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<?>> writers = new ArrayList<>();
      for (long seed : seeds) {
        writers.add(threads.submit(() -> writeUntil(done, new Random(seed))));
      }
      try {
        for (int i = 0; i < 4; i++) {
          IndexKind kind = i % 2 == 0 ? IndexKind.PLAIN : IndexKind.UNIQUE;
          Index.Definition definition =
              Index.Definition.of(kind, List.of(KeyColumn.ascending(i < 2 ? NAME : AGE)));
          String name = "i" + i;
          session.define(catalog -> catalog.createIndex("t", name, definition));
        }
      } finally {
        done.set(true);
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    assertThat(session.catalog().table("t").indexes())
        .allSatisfy(index -> assertThat(index.descriptor().isReady()).isTrue());
    IndexChecks.requireSound(database, "t");
  }

  /** Writes rows until stopped. Names and ages stay unique: each belongs to at most one row. */
  private void writeUntil(AtomicBoolean done, Random random) {
    while (!done.get()) {
      RowBatch batch = session.newBatch(session.catalog().table("t"));
      long id = random.nextInt(3000);
      if (random.nextInt(3) == 0) {
        batch.row().putLong(0, id);
        batch.delete(Condition.ANY);
      } else {
        int age = (int) id + (random.nextBoolean() ? 0 : 10_000);
        batch.row().putAll(id, "name " + age, age);
        batch.upsert(Condition.ANY);
      }
      await(session.write(batch));
    }
  }
}
