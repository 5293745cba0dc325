package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans that texts with different literals share, from the text to the rows. */
@Tag("integration")
class PlanSharingTest {
  @TempDir Path folder;

  private Database database;
  private Session session;
  private SqlSession sql;

  @BeforeEach
  void open() {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test");
    sql = session.sql();
    run("create type mood as enum ('sad', 'happy')");
    run(
        "create table t (id int primary key, name text, price numeric(10,2), day date,"
            + " at timestamptz, mood mood, big bigint)");
    for (int i = 1; i <= 9; i++) {
      run(
          "insert into t values (%d, 'name %d', %d.25, '2024-01-0%d', '2024-01-01', 'sad', %d)"
              .formatted(i, i, i, i, i * 5_000_000_000L));
    }
  }

  @AfterEach
  void close() {
    session.close();
    database.close();
  }

  @Test
  void shouldPlanAShapeOnce() {
    rows("select name from t where id = 1");
    long misses = database.planCache().misses();
    long hits = database.planCache().hits();
    for (int i = 2; i <= 9; i++) {
      assertThat(rows("select name from t where id = " + i)).containsExactly("name " + i);
    }

    assertThat(database.planCache().misses()).isEqualTo(misses);
    assertThat(database.planCache().hits()).isEqualTo(hits + 8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select id from t where name = 'name 1' | select id from t where name = 'name 2' | 2",
        "select id from t where price = 1.25 | select id from t where price = 3.25 | 3",
        "select id from t where price = 1 | select id from t where price = 2 | ",
        "select id from t where day = '2024-01-01' | select id from t where day = '2024-01-04' | 4",
        "select id from t where big = 5000000000 | select id from t where big = 25000000000 | 5",
        "select id from t where id in (1, 2) | select id from t where id in (6, 6) | 6",
        "select id from t where id between 1 and 2 | select id from t where id between 7 and 7 | 7",
        "select id from t where id + 1 = 2 | select id from t where id + 1 = 9 | 8",
        "select id from t where -id = -1 | select id from t where -id = -9 | 9",
        "select id from t where id = 1 and mood = 'sad' |"
            + " select id from t where id = 2 and mood = 'sad' | 2",
        "select id from t where id = 1 limit 1 | select id from t where id = 3 limit 0 | ",
        "select id from t where (id, name) = (1, 'x') |"
            + " select id from t where (id, name) = (3, 'name 3') | 3",
        "select a.id from t a join t b on a.id = b.id and b.name = 'name 1' |"
            + " select a.id from t a join t b on a.id = b.id and b.name = 'name 4' | 4",
      })
  void shouldReadTheLiteralsOfEachText(String first, String second, @Nullable String expected) {
    rows(first);

    assertThat(rows(second)).isEqualTo(expected == null ? List.of() : List.of(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table other (id int)",
        "create temp table scratch (id int)",
        "create type color as enum ('red')",
        "create schema app",
        "create view v as select * from t",
        "comment on table t is 'x'",
      })
  void shouldKeepPlansWhenOtherObjectsChange(String definition) {
    run("select name from t where id = 1");
    run("select name, mood from t where mood = 'sad' and id = 3");
    run("begin");
    run("rollback");
    run(definition);
    long misses = database.planCache().misses();
    run("select name from t where id = 2");
    run("select name, mood from t where mood = 'sad' and id = 3");

    // The path of the session has the schema of its temporary tables once that exists.
    int expected = definition.contains("temp") ? 2 : 0;
    assertThat(database.planCache().misses()).isEqualTo(misses + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select * from t where id = 1 | alter table t drop column at | 1,name 1,1.25",
        "select id from t where id < 3 | create index on t (name) | 1;2",
        "select count(*) from t | truncate t | 0",
        "select name from t where id = 1 | alter table t rename column name to title | !",
        "select id from w | create or replace view w as select id from t where id = 5 | 5",
        "select id from x | create table app.x as select 42 as id | 42",
        "select id from y | drop table app.y | 7",
        "select id from t where mood = 'sad' and id = 1 | alter type mood rename to m | 1",
        "select 'sad'::mood = 'happy'::mood | drop type mood cascade | !",
        "select nextval('s') | alter sequence s rename to s2 | !",
      })
  void shouldPlanAgainWhenAnObjectChanges(String query, String definition, String expected) {
    run("create schema app");
    run("create sequence s");
    run("set search_path = app, public");
    run("create view w as select id from public.t where id = 4");
    run("create table public.x as select 1 as id");
    run("create table public.y as select 7 as id");
    run("create table app.y as select 1 as id");
    rows(query);
    rows(query);
    run(definition);

    if (expected.equals("!")) {
      assertThatExceptionOfType(ColonnadeException.class).isThrownBy(() -> rows(query));
    } else {
      List<String> rows = rows(query);
      String[] first = expected.split(";", -1);
      assertThat(rows).hasSize(first.length);
      for (int i = 0; i < first.length; i++) {
        assertThat(rows.get(i)).startsWith(first[i].split(",", -1)[0]);
      }
    }
  }

  @Test
  void shouldWriteTheLiteralsOfEachText() {
    run("insert into t (id, name, price, day) values (20, 'a', -1.5, '2020-01-01')");
    run("insert into t (id, name, price, day) values (21, 'b', -2.5, '2020-01-02')");
    run("update t set price = price + 1, name = 'c' where id = 20");
    run("update t set price = price + 2, name = 'd' where id = 21");

    assertThat(rows("select name, price, day from t where id = 20"))
        .containsExactly("c|-0.50|2020-01-01");
    assertThat(rows("select name, price, day from t where id = 21"))
        .containsExactly("d|-0.50|2020-01-02");
    run("delete from t where id = 20");
    assertThat(rows("select id from t where id > 19")).containsExactly("21");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select id from t where day = '2024-01-01' | select id from t where day = 'monday'"
            + " | 22007 | 30",
        "select id from t where id = '1' | select id from t where  id = 'x' | 22P02 | 30",
        "select id from t where mood = 'sad' | select id from t where mood = 'bad' | 22P02 | 31",
        "insert into t (id, day) values (1000, '2024-01-01') |"
            + " insert into t (id, day) values (1001, '2024-13-01') | 22008 | 39",
      })
  void shouldReportAnInvalidLiteralAtItsPlace(
      String first, String second, String sqlState, int position) {
    try (SqlResult result = sql.execute(first)) {
      assertThat(result.command()).isNotNull();
    }

    assertThatThrownBy(() -> rows(second))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo(sqlState);
              assertThat(e.position()).isEqualTo(position);
            });
  }

  @Test
  void shouldNotShareThePlanOfAPartialIndex() {
    run("create table p (id int primary key, state text, v int)");
    run("create index on p (v) where state = 'open'");
    run("insert into p values (1, 'open', 5)");
    run("insert into p values (2, 'done', 5)");

    assertThat(rows("select id from p where state = 'open' and v = 5")).containsExactly("1");
    assertThat(rows("select id from p where state = 'done' and v = 5")).containsExactly("2");
    assertThat(database.planCache().refusals()).isPositive();
  }

  @Test
  void shouldPlanAgainWhenTheTableHasChanged() {
    assertThat(rows("select * from t where id = 1")).hasSize(1);
    run("alter table t drop column at");
    run("alter table t add column added int default 7");

    assertThat(rows("select added from t where id = 2")).containsExactly("7");
    assertThat(rows("select * from t where id = 2").getFirst()).endsWith("|7");
  }

  @Test
  void shouldShareThePlanOfTimestampsWithTimeZone() {
    run("insert into t (id, at) values (30, '2024-01-01 10:00')");
    long misses = database.planCache().misses();
    run("insert into t (id, at) values (31, '2024-01-01 12:00+02')");

    assertThat(database.planCache().misses()).isEqualTo(misses);
    assertThat(rows("select id from t where at = '2024-01-01 10:00+00' order by id"))
        .containsExactly("30", "31");
  }

  @Test
  void shouldPlanATextForEachSettingOfItsLiterals() {
    String text = "select date '01/02/2024' - date '2024-01-01' from t where id = 1";
    assertThat(rows(text)).containsExactly("1");
    run("set datestyle = 'dmy'");
    assertThat(rows(text)).containsExactly("31");
    run("set datestyle = 'mdy'");
    long misses = database.planCache().misses();

    assertThat(rows(text)).containsExactly("1");
    assertThat(database.planCache().misses()).isEqualTo(misses);
  }

  @Test
  void shouldReadTheTimeInEachExecutionUnlessAStatementIsPrepared() throws Exception {
    String text = "select timestamptz 'now' = now()";
    run("prepare p as " + text);
    assertThat(rows(text)).containsExactly("true");
    Thread.sleep(2);
    long misses = database.planCache().misses();

    assertThat(rows(text)).containsExactly("true");
    assertThat(database.planCache().misses()).isEqualTo(misses);
    assertThat(rows("execute p")).containsExactly("false");
  }

  @Test
  void shouldBindParametersBeforeLiterals() {
    for (int i = 1; i <= 3; i++) {
      String text = "select id from t where id = $1 and name = 'name %d'".formatted(i);
      try (SqlResult result = sql.execute(text, i)) {
        assertThat(result.next()).containsExactly(i);
      }
    }
    try (SqlResult result =
        sql.execute("select id from t where id = ? and name = ?", 2, "name 2")) {
      assertThat(result.next()).containsExactly(2);
    }
  }

  @Test
  void shouldRunPreparedStatementsAndCursors() {
    run("prepare by_id (int) as select name from t where id = $1");
    assertThat(rows("execute by_id (1 + 2)")).containsExactly("name 3");
    run("begin");
    run("declare c cursor for select id from t where id between 2 and 3 order by id");
    assertThat(rows("fetch all from c")).containsExactly("2", "3");
    run("commit");
  }

  @Test
  void shouldExplainWithoutSharing() {
    assertThat(String.join("\n", rows("explain select id from t where name = 'x'")))
        .contains("'x'::text");
    assertThat(String.join("\n", rows("explain select id from t where name = 'y'")))
        .contains("'y'::text");
  }

  @Test
  void shouldServeSessionsAtTheSameTime() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int seed = i;
        tasks.add(() -> readMany(seed));
      }
      for (Future<Void> task : threads.invokeAll(tasks)) {
        assertThat(task.get()).isNull();
      }
    }
  }

  private @Nullable Void readMany(int seed) {
    try (Session own = database.session("test")) {
      for (int i = 0; i < 300; i++) {
        int id = 1 + (i + seed) % 9;
        int shape = i % 7;
        String text = "select name, %d from t where id = %d".formatted(shape, id);
        assertThat(rows(own.sql(), text)).containsExactly("name " + id + "|" + shape);
      }
    }
    return null;
  }

  private void run(String text) {
    sql.execute(text).close();
  }

  private List<String> rows(String text) {
    return rows(sql, text);
  }

  private static List<String> rows(SqlSession sql, String text) {
    List<String> rows = new ArrayList<>();
    try (SqlResult result = sql.execute(text)) {
      for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
        rows.add(String.join("|", Arrays.stream(row).map(String::valueOf).toList()));
      }
    }
    return rows;
  }
}
