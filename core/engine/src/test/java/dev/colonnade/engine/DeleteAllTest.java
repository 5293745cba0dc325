package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.check.StoreCheck;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of DELETE of all rows of a table, which deletes one span of rows and one of the entries of
 * each index. Single deletes are written in chunks, which divide the spans.
 */
class DeleteAllTest {
  private static final int ROWS = 18_000;
  private static final String STATE =
      "select count(*), count(distinct u), min(v), max(v) from t where u is not null";

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // before each test
  private Database database;

  @SuppressWarnings("NullAway.Init") // before each test
  private SqlSession sql;

  @BeforeEach
  void open() {
    database = TestDatabases.open(folder);
    sql = database.session("test").sql();
    run("create table t (id int primary key, v text, u int unique)", "create index on t (v)");
    insert();
  }

  @AfterEach
  void close() {
    sql.close();
    database.close();
    assertThat(
            StoreCheck.run(folder, TestDatabases.config(folder).store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
  }

  private void insert() {
    run("insert into t select g, 'v' || g, g from generate_series(1, %d) g".formatted(ROWS));
  }

  private void run(String... texts) {
    for (String text : texts) {
      sql.execute(text).close();
    }
  }

  private static String one(SqlSession on, String text) {
    return String.valueOf(on.execute(text).toList().getFirst());
  }

  private String one(String text) {
    return one(sql, text);
  }

  private int spanCount() {
    return DeletedSpan.readAll(database.storage().store()).size();
  }

  private void assertEmpty(SqlSession on) {
    assertThat(one(on, "select count(*) from t")).isEqualTo("[0]");
    assertThat(one(on, STATE)).isEqualTo("[0, 0, null, null]");
    assertThat(on.execute("select * from t where v = 'v7'").toList()).isEmpty();
    assertThat(on.execute("select * from t where u between 5 and 50").toList()).isEmpty();
    assertThat(on.execute("select * from t where id = 9").toList()).isEmpty();
  }

  @Test
  void shouldDeleteRowsAndEntriesAsSpans() {
    long before = database.storage().versions().published().get();
    assertThat(sql.execute("delete from t").rowCount()).isEqualTo(ROWS);
    assertThat(spanCount()).isEqualTo(3);
    assertEmpty(sql);
    assertThat(one("select count(*), max(u) from t as of system time " + before))
        .isEqualTo("[18000, 18000]");
    assertThat(one("select id from t as of system time " + before + " where v = 'v7'"))
        .isEqualTo("[7]");
    insert();
    assertThat(one(STATE)).isEqualTo("[18000, 18000, v1, v9999]");
    assertThat(sql.execute("delete from t").rowCount()).isEqualTo(ROWS);
    assertEmpty(sql);
    assertThat(sql.execute("delete from t").rowCount()).isZero();
  }

  @Test
  void shouldStayDeletedWhenTheDatabaseIsOpenedAgain() {
    run("delete from t");
    sql.close();
    database.close();
    database = TestDatabases.open(folder);
    sql = database.session("test").sql();
    assertThat(spanCount()).isEqualTo(3);
    assertEmpty(sql);
    run("insert into t values (5, 'again', 5)");
    assertThat(one("select * from t")).isEqualTo("[5, again, 5]");
  }

  @Test
  void shouldDeleteOneByOneInABlock() {
    run("begin", "delete from t");
    assertEmpty(sql);
    run("insert into t values (1, 'new', 1)");
    assertThat(one("select * from t")).isEqualTo("[1, new, 1]");
    run("rollback");
    assertThat(spanCount()).isZero();
    assertThat(one(STATE)).isEqualTo("[18000, 18000, v1, v9999]");
  }

  @Test
  void shouldDeleteOneByOneWhatIsMoreThanRows() {
    run(
        "create table r (id int primary key, t int references t on delete cascade)",
        "create index on r (t)");
    run("insert into r values (1, 1), (2, 9000)");
    run("delete from t");
    assertThat(spanCount()).isPositive();
    assertThat(one("select count(*) from r")).isEqualTo("[0]");
    assertEmpty(sql);
  }

  @Test
  void shouldDeleteOneByOneWithAConditionOrAResult() {
    run("with d as (delete from t returning id) select count(*) from d");
    assertThat(spanCount()).isPositive();
    assertEmpty(sql);
    insert();
    assertThat(sql.execute("delete from t where id > 100").rowCount()).isEqualTo(ROWS - 100);
    assertThat(one("select count(*) from t")).isEqualTo("[100]");
  }

  @Test
  void shouldNotDeleteRowsThatAnotherTransactionHasLocked() {
    try (SqlSession other = database.session("test").sql()) {
      other.execute("begin").close();
      other.execute("update t set v = 'locked' where id = 4").close();
      run("set lock_timeout = 100");
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> run("delete from t"))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.LOCK_NOT_AVAILABLE));
      assertThat(spanCount()).isZero();
      other.execute("commit").close();
    }
    assertThat(one("select v from t where id = 4")).isEqualTo("[locked]");
    assertThat(sql.execute("delete from t").rowCount()).isEqualTo(ROWS);
    assertEmpty(sql);
  }

  @Test
  void shouldDeleteFewRowsOneByOne() {
    run("delete from t where id > 12000");
    int spans = spanCount();
    assertThat(sql.execute("delete from t").rowCount()).isEqualTo(12_000);
    assertThat(spanCount()).isEqualTo(spans);
    assertEmpty(sql);
  }

  @Test
  void shouldEndBesideBulkInserts() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Long> inserting =
        CompletableFuture.supplyAsync(
            () -> {
              long next = 1_000_000;
              try (SqlSession other = database.session("test").sql()) {
                while (!isOver.get()) {
                  String rows = "generate_series(" + next + ", " + (next + 499) + ") g";
                  other.execute("insert into t select g, 'new', g from " + rows).close();
                  next += 500;
                }
              }
              return next - 1_000_000;
            });
    long deleted = 0;
    try {
      for (int round = 0; round < 3; round++) {
        deleted += sql.execute("delete from t").rowCount();
        assertThat(one("select count(*) from t where id <= 18000")).isEqualTo("[0]");
        insert();
      }
    } finally {
      isOver.set(true);
    }
    long inserted = inserting.get(1, TimeUnit.MINUTES) + 4L * ROWS;
    assertThat(spanCount()).isPositive();
    String left = "[" + (inserted - deleted) + "]";
    assertThat(one("select count(*) from t")).isEqualTo(left);
    assertThat(one("select count(*) from t where v > ''")).isEqualTo(left);
    assertThat(one("select count(*) from t where u > 0")).isEqualTo(left);
    assertThat(one("select count(*) from t x join t y on x.u = y.id")).isEqualTo(left);
  }

  @Test
  void shouldEndBesideUpdates() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> updating =
        CompletableFuture.runAsync(
            () -> {
              try (SqlSession other = database.session("test").sql()) {
                for (int id = 1; !isOver.get(); id = id % ROWS + 1) {
                  String update = "update t set v = v || 'x' where id = " + id;
                  other.execute(update).close();
                }
              }
            });
    try {
      for (int round = 0; round < 3; round++) {
        assertThat(sql.execute("delete from t").rowCount()).isEqualTo(ROWS);
        assertEmpty(sql);
        insert();
      }
    } finally {
      isOver.set(true);
    }
    updating.get(1, TimeUnit.MINUTES);
    assertThat(one("select count(*), count(u) from t")).isEqualTo("[18000, 18000]");
    assertThat(one("select count(*) from t where v > ''")).isEqualTo("[18000]");
  }

  @Test
  void shouldReadTheSnapshotOfAnOpenTransaction() {
    try (SqlSession other = database.session("test").sql()) {
      other.execute("begin isolation level repeatable read").close();
      assertThat(one(other, "select count(*) from t")).isEqualTo("[18000]");
      run("delete from t");
      assertEmpty(sql);
      assertThat(one(other, STATE)).isEqualTo("[18000, 18000, v1, v9999]");
      assertThat(one(other, "select id from t where v = 'v77'")).isEqualTo("[77]");
      other.execute("commit").close();
      assertEmpty(other);
    }
  }
}
