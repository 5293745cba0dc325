package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.testing.OwnThread;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Test of changes of objects that the text of a definition names, while the transaction of the
 * definition is open: they wait for it, and regard the text then.
 */
@Timeout(300)
class NamedObjectsTest extends RowMovesFixture {
  @BeforeEach
  void create() {
    run(
        "create schema s",
        "create type s.e as enum ('a', 'b')",
        "create table t (id int, v text)",
        "insert into t values (1, 'a'), (2, 'b')",
        "create table o (x int, y int)",
        "insert into o values (1, 1)",
        "create domain d as text",
        "create role reader",
        "grant select on t, o to reader",
        "grant usage on schema s to reader",
        "alter table t enable row level security");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          create policy p on t using (id in (select x from o)) ; alter table o rename column x to z ; [] ; select count(*) from t ; [[1]]
          create policy p on t using (id in (select x from o)) ; alter table o rename to o2 ; [] ; select count(*) from t ; [[1]]
          create policy p on t using (id in (select x from o)) ; alter table o set schema s ; [] ; select count(*) from t ; [[1]]
          create policy p on t using (id in (select x from o)) ; drop table o ; 2BP01 ; select count(*) from t ; [[1]]
          create policy p on t using (id in (select x from o)) ; alter table o drop column x ; 2BP01 ; select count(*) from t ; [[1]]
          create policy p on t using (v::s.e = 'a') ; alter type s.e rename to f ; [] ; select count(*) from t ; [[1]]
          create policy p on t using (v::s.e = 'a') ; alter schema s rename to s2 ; [] ; select count(*) from t ; [[1]]
          create policy p on t using (v::s.e = 'a') ; drop type s.e ; 2BP01 ; select count(*) from t ; [[1]]
          alter table t add check (v::s.e <= 'b') ; alter type s.e rename to f ; [] ; insert into t values (3, 'x') ; 22P02
          alter table t add check (v::s.e <= 'b') ; drop type s.e ; 2BP01 ; insert into t values (3, 'x') ; 22P02
          alter table t alter v set default ('b'::s.e)::text ; alter type s.e set schema public ; [] ; insert into t values (3) returning v ; [[b]]
          alter table t alter v set default ('b'::s.e)::text ; alter schema s rename to s2 ; [] ; insert into t values (3) returning v ; [[b]]
          alter table t add w int default 'o'::regclass::oid::int - 'o'::regclass::oid::int ; alter table o rename to o2 ; [] ; insert into t values (3) returning w ; [[0]]
          create table n (g int, h bool generated always as ('a'::s.e < 'b'::s.e) stored) ; alter type s.e rename to f ; [] ; insert into n values (3) returning h ; [[true]]
          alter domain d add check (value::s.e <= 'b') ; alter type s.e rename to f ; [] ; select 'x'::d ; 22P02
          alter domain d set default ('b'::s.e)::text ; drop type s.e ; 2BP01 ; select 1 ; [[1]]
          """)
  void shouldHoldWhatATextNames(
      String definition, String change, String outcome, String probe, String rows)
      throws Exception {
    try (SqlSession definer = database.session("definer").sql();
        SqlSession other = database.session("other").sql()) {
      run(definer, "begin");
      run(definer, definition);
      CompletableFuture<String> changed =
          CompletableFuture.supplyAsync(() -> outcome(other, change), OwnThread.EXECUTOR);
      await()
          .until(
              () ->
                  changed.isDone()
                      || run(sql, "select count(*) from pg_locks where not granted")
                          .equals("[[1]]"));
      assertThat(changed).isNotDone();
      run(definer, "commit");
      assertThat(changed.get()).isEqualTo(outcome);
      if (definition.contains("policy")) {
        run(other, "set role reader");
      }
      assertThat(outcome(other, probe)).isEqualTo(rows);
    }
  }

  /** Returns the rows of a statement, or the code of its error. */
  private static String outcome(SqlSession session, String statement) {
    try {
      return run(session, statement);
    } catch (ColonnadeException e) {
      return e.code().sqlState();
    }
  }
}
