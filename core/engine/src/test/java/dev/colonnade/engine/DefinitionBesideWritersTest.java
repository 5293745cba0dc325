package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.testing.OwnThread;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Test of definitions that depend on the rows of a table or change them, beside a session that
 * writes to the table: no row misses a value or violates a constraint.
 */
@Timeout(300)
class DefinitionBesideWritersTest extends RowMovesFixture {
  private static final String READ_COMMITTED = "begin isolation level read committed";

  @BeforeEach
  void create() {
    run(
        "create domain d as int",
        "create table p (id int primary key)",
        "insert into p values (1), (2)",
        "create table t (id int, a int, e d)",
        "insert into t values (1, 1, 1), (2, 2, 2)",
        "create table k (id int primary key, a int)",
        "insert into k values (1, 1)");
  }

  /** Runs statements of a session in another thread; returns the rows of the last one. */
  private static CompletableFuture<String> start(SqlSession session, String... statements) {
    return CompletableFuture.supplyAsync(
        () -> {
          String rows = "";
          try {
            for (String statement : statements) {
              rows = run(session, statement);
            }
            return rows;
          } catch (ColonnadeException e) {
            return e.code().sqlState();
          }
        },
        OwnThread.EXECUTOR);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          alter table t alter a type bigint ; insert into t values (9, 9, 9) ; select a from t where id = 9 ; [[9]]
          alter table t alter a type text ; insert into t values (9, 9, 9) ; select a from t where id = 9 ; [[9]]
          alter table k alter id type bigint ; insert into k values (9, 9) ; select id from k where a = 9 ; [[9]]
          alter table t alter a type bigint ; update t set a = 7 where id = 1 ; select a from t where id = 1 ; [[7]]
          alter table t add z serial ; insert into t values (9, 9, 9) ; select z from t where id = 9 ; [[3]]
          alter table t add z int generated always as (a * 2) stored ; insert into t values (9, 9, 9) ; select z from t where id = 9 ; [[18]]
          alter table t add check (a < 5) ; insert into t values (9, 9, 9) ; select count(*) from t ; [[2]]
          alter table t alter a set not null ; insert into t values (9, null, 9) ; select count(*) from t ; [[2]]
          alter table t add foreign key (a) references p ; insert into t values (9, 9, 9) ; select count(*) from t ; [[2]]
          alter table t add foreign key (a) references p ; delete from p where id = 1 ; select count(*) from p ; [[2]]
          alter table t add check (a < 5) not valid ; insert into t values (9, 9, 9) ; select count(*) from t ; [[2]]
          alter table t add foreign key (a) references p not valid ; insert into t values (9, 9, 9) ; select count(*) from t ; [[2]]
          alter table t add foreign key (a) references p not valid ; delete from p where id = 1 ; select count(*) from p ; [[2]]
          create unique index t_a on t (a) ; insert into t values (9, 1, 9) ; select count(*) from t ; [[2]]
          alter table t add unique (a) deferrable ; insert into t values (9, 1, 9) ; select count(*) from t ; [[2]]
          alter table t add primary key (a) ; insert into t values (9, 1, 9) ; select count(*) from t ; [[2]]
          alter domain d add check (value < 5) ; insert into t values (9, 9, 9) ; select count(*) from t ; [[2]]
          alter domain d set not null ; insert into t values (9, 9, null) ; select count(*) from t ; [[2]]
          """)
  void shouldHoldForWritersThatWait(String definition, String change, String query, String rows)
      throws Exception {
    try (SqlSession writer = database.session("writer").sql()) {
      run(READ_COMMITTED, definition);
      CompletableFuture<String> written = start(writer, change);
      Thread.sleep(100);
      assertThat(written).isNotDone();
      run("commit");
      await().until(written::isDone);
      assertThat(run(sql, query)).as(written.get()).isEqualTo(rows);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          alter table t alter a type bigint ; select a from t where id = 9 ; [[9]]
          alter table t add z serial ; select z > 0 from t where id = 9 ; [[true]]
          alter table t add z int generated always as (a * 2) stored ; select z from t where id = 9 ; [[18]]
          alter table t add check (a < 5) ; select conname from pg_constraint where conrelid = 't'::regclass ; []
          alter table t add unique (a), add check (a < 5) ; select conname from pg_constraint where conrelid = 't'::regclass ; []
          alter table t add foreign key (a) references p ; select conname from pg_constraint where conrelid = 't'::regclass ; []
          """)
  void shouldWaitForWritersAndSeeTheirRows(String definition, String query, String rows)
      throws Exception {
    try (SqlSession writer = database.session("writer").sql()) {
      run(writer, READ_COMMITTED);
      run(writer, "insert into t values (9, 9, 9)");
      CompletableFuture<String> defined = start(sql, definition);
      Thread.sleep(100);
      assertThat(defined).isNotDone();
      run(writer, "commit");
      await().until(defined::isDone);
      assertThat(run(sql, query)).as(defined.get()).isEqualTo(rows);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          create index t_new on t (a) ; insert into t values (9, 9, 9) ; select count(*) from t where a = 9 ; [[1]]
          create unique index t_new on t (a) ; update t set a = 9 where id = 1 ; select count(*) from t where a = 9 ; [[1]]
          create index concurrently t_new on t (a) ; delete from t where id = 1 ; select count(*) from t where a = 1 ; [[0]]
          create unique index concurrently t_new on t (a) ; insert into t values (9, 9, 9) ; select id from t where a = 9 ; [[9]]
          alter table t add unique (a) ; insert into t values (9, 9, 9) ; select id from t where a = 9 ; [[9]]
          begin, create index t_new on t (a), commit ; update t set a = 9 where id = 1 ; select id from t where a = 9 ; [[1]]
          begin, drop index t_e, commit ; update t set e = 9 where id = 1 ; select e from t where id = 1 ; [[9]]
          begin, truncate t, commit ; insert into t values (9, 9, 9) ; select count(*) from t ; [[0]]
          drop index t_e ; update t set e = 9 where id = 1 ; select e from t where id = 1 ; [[9]]
          drop index concurrently t_e ; insert into t values (9, 9, 9) ; select e from t where id = 9 ; [[9]]
          alter table t drop column e ; update t set e = 9 where id = 1 ; select * from t where id = 1 ; [[1, 1]]
          truncate t ; insert into t values (9, 9, 9) ; select count(*) from t ; [[0]]
          truncate k cascade ; insert into k values (9, 9) ; select count(*) from k ; [[0]]
          drop table t ; insert into t values (9, 9, 9) ; select count(*) from pg_class where relname = 't' ; [[0]]
          drop domain d cascade ; update t set e = 9 where id = 1 ; select * from t where id = 1 ; [[1, 1]]
          """)
  void shouldWaitForWritersThatCommit(String definition, String change, String query, String rows)
      throws Exception {
    run("create index t_e on t (e)", "create table other (id int primary key, k int references k)");
    try (SqlSession writer = database.session("writer").sql()) {
      run(writer, READ_COMMITTED);
      run(writer, change);
      CompletableFuture<String> defined =
          start(sql, definition.replace("begin,", READ_COMMITTED + ",").split(", "));
      Thread.sleep(100);
      assertThat(defined).isNotDone();
      run(writer, "insert into other values (1, null)");
      run(writer, change.replace("(9, 9", "(10, 10"));
      run(writer, "commit");
      await().until(defined::isDone);
      assertThat(defined.get()).isEqualTo("[]");
      assertThat(run(sql, query)).isEqualTo(rows);
    }
  }

  @Test
  void shouldLetWritersGoOnWhileAConcurrentIndexWaits() throws Exception {
    try (SqlSession open = database.session("open").sql();
        SqlSession other = database.session("other").sql()) {
      run(open, READ_COMMITTED);
      run(open, "insert into t values (8, 8, 8)");
      CompletableFuture<String> defined = start(sql, "create index concurrently t_new on t (a)");
      for (int i = 10; i < 20; i++) {
        run(other, "begin");
        run(other, "insert into t values (%d, 9, 9)".formatted(i));
        run(other, "commit");
        Thread.sleep(20);
      }
      assertThat(defined).isNotDone();
      run(open, "commit");
      await().until(defined::isDone);
      assertThat(defined.get()).isEqualTo("[]");
      assertThat(run(sql, "select count(*) from t where a = 9")).isEqualTo("[[10]]");
    }
  }

  @Test
  void shouldChangeATableThatTheTransactionHasWrittenToWhileOthersWait() throws Exception {
    try (SqlSession writer = database.session("writer").sql()) {
      run(writer, READ_COMMITTED);
      run(writer, "insert into t values (9, 3, 9)");
      CompletableFuture<String> defined = start(sql, "alter table t add check (a < 5)");
      Thread.sleep(100);
      assertThat(defined).isNotDone();
      run(writer, "alter table t add check (id < 10)");
      run(writer, "alter table t drop column e");
      run(writer, "commit");
      await().until(defined::isDone);
      assertThat(defined.get()).isEqualTo("[]");
      assertThat(run(sql, "select count(*) from pg_constraint where conrelid = 't'::regclass"))
          .isEqualTo("[[2]]");
    }
  }

  @ParameterizedTest
  @CsvSource({"check (a < 5)", "foreign key (a) references p"})
  void shouldNotMissRowsOfWritersBeforeAConstraintThatIsNotValid(String constraint)
      throws Exception {
    try (SqlSession writer = database.session("writer").sql()) {
      run(writer, READ_COMMITTED);
      run(writer, "insert into t values (9, 9, 9)");
      CompletableFuture<String> defined =
          start(sql, "alter table t add constraint c " + constraint + " not valid");
      Thread.sleep(100);
      assertThat(defined).isNotDone();
      run(writer, "commit");
      await().until(defined::isDone);
      assertThat(defined.get()).isEqualTo("[]");
      assertThatThrownBy(() -> run("alter table t validate constraint c"))
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code().sqlState()).startsWith("23"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          check (a < 5) ; insert into t values (4, 4, 4) ; delete from t where id = 2
          check (a < 5) ; update t set a = 3 where id = 1 ; select * from t for update
          foreign key (a) references p ; insert into t values (4, 2, 4) ; delete from t where id = 1
          foreign key (a) references p ; insert into p values (3) ; update t set a = 3 where id = 1
          """)
  void shouldValidateBesideOpenWriters(String constraint, String first, String second) {
    run("alter table t add constraint c " + constraint + " not valid");
    for (String begin : List.of(READ_COMMITTED, "begin isolation level serializable")) {
      try (SqlSession writer = database.session("writer").sql()) {
        run(writer, begin);
        run(writer, first);
        run("alter table t validate constraint c");
        run(writer, second);
        run(writer, "commit");
        assertThat(run(sql, "select convalidated from pg_constraint where conname = 'c'"))
            .isEqualTo("[[true]]");
        run("alter table t drop constraint c");
        run("alter table t add constraint c " + constraint + " not valid");
      }
      run(
          "delete from t",
          "insert into t values (1, 1, 1), (2, 2, 2)",
          "delete from p where id > 2");
    }
  }

  @ParameterizedTest
  @CsvSource({"repeatable read", "serializable"})
  void shouldCheckRowsThatASnapshotDoesNotHave(String isolation) {
    run("begin isolation level " + isolation, "select count(*) from p");
    try (SqlSession writer = database.session("writer").sql()) {
      run(writer, "insert into t values (9, 9, 9)");
      run(writer, "alter table t add constraint c check (a < 5) not valid");
      assertThat(violationOf("alter table t validate constraint c")).isEqualTo("23514");
      run("rollback", "begin isolation level " + isolation, "select count(*) from p");
      run(writer, "insert into t values (10, 4, 10)");
      assertThat(violationOf("alter table t add check (id < 10)")).isEqualTo("23514");
      run("rollback", "begin isolation level " + isolation, "select count(*) from p");
      run(writer, "delete from t where id > 2");
      run("alter table t validate constraint c", "alter table t add check (id < 10)", "commit");
    }
  }

  private String violationOf(String statement) {
    try {
      run(statement);
      return "";
    } catch (ColonnadeException e) {
      return e.code().sqlState();
    }
  }

  @ParameterizedTest
  @CsvSource({"insert into t values (9; 9; 9)", "update t set a = 9", "delete from t"})
  void shouldNotMissRowsThatASnapshotDoesNotHave(String change) {
    try (SqlSession writer = database.session("writer").sql()) {
      run("begin isolation level repeatable read", "select count(*) from p");
      run(writer, change.replace(';', ','));
      assertThatThrownBy(() -> run("alter table t alter a type bigint"))
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code().sqlState()).isEqualTo("40001"));
      run("rollback");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          select * from k where id = 1 for update ; update k set a = 7 where id = 1 ; alter table k alter a type bigint
          select * from k where id = 1 for key share ; update k set a = 7 where id = 1 ; alter table k add check (a < 50)
          select * from k where id = 1 for update ; insert into k values (9, 9) ; alter table k alter a set not null
          insert into k values (9, 9) ; select * from k where id = 1 for update ; alter table k alter a type bigint
          select * from k where id = 1 for update ; delete from k where id = 1 ; alter table k add z int generated always as (a + 1) stored
          update k set a = 7 where id = 1 ; select * from k for share ; alter table k drop constraint k_pkey
          insert into r values (1) ; update k set a = 7 where id = 1 ; alter table k alter a type bigint
          """)
  void shouldWaitForHoldersOfRowLocksWithoutADeadlock(
      String first, String second, String definition) throws Exception {
    run("create table r (id int references k)");
    try (SqlSession holder = database.session("holder").sql()) {
      run(holder, READ_COMMITTED);
      run(holder, first);
      CompletableFuture<String> defined = start(sql, definition);
      Thread.sleep(100);
      assertThat(defined).isNotDone();
      run(holder, second);
      run(holder, "commit");
      await().until(defined::isDone);
      assertThat(defined.get()).doesNotContain("40");
    }
  }
}
