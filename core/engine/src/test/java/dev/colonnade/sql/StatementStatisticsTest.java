package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of pg_stat_statements. */
class StatementStatisticsTest {
  private Database database;
  private Session postgres;
  private SqlSession sql;

  @BeforeEach
  void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    postgres = database.login("postgres", "colonnade");
    sql = postgres.sql();
    run("create table t (id int primary key, word text)");
    run("insert into t select n, 'w' || n from generate_series(1, 100) n");
    run("create role eve login");
    run("select pg_stat_statements_reset()");
  }

  @AfterEach
  void close() {
    postgres.close();
    database.close();
  }

  private List<List<@Nullable Object>> run(String text, @Nullable Object... parameters) {
    return sql.execute(text, parameters).toList();
  }

  private static List<List<@Nullable Object>> statistics(SqlSession session, String text) {
    return session
        .execute(
            "select calls, rows, plans > 0, total_exec_time > 0, retries, query"
                + " from pg_stat_statements where query like $1 order by calls desc",
            text)
        .toList();
  }

  @Test
  void shouldCountByShape() {
    run("select word from t where id = 1");
    run("select word from t where id = 2");
    run("select word from t where id < 11");
    run("update t set word = 'x' where id between 1 and 3");

    assertThat(statistics(sql, "select word%="))
        .isEmpty(); // the pattern has no percent sign at its end
    assertThat(statistics(sql, "select word%= $1"))
        .containsExactly(List.of(2L, 2L, true, true, 0L, "select word from t where id = $1"));
    assertThat(statistics(sql, "select word%<%").getFirst()).startsWith(1L, 10L);
    assertThat(statistics(sql, "update t%").getFirst()).startsWith(1L, 3L);
  }

  @Test
  void shouldCountStatementsOfAllPaths() {
    SqlPrepared prepared =
        sql.prepare(sql.parse("select word from t where id = $1").getFirst(), List.of());
    sql.execute(prepared, Cancellation.withoutDeadline(), List.of(1)).toList();
    sql.executeWithoutBlocking(prepared, List.of(2)).toList();
    run("prepare p as select count(*) from t where id > $1");
    run("execute p(10)");
    run("execute p(20)");
    run("begin");
    run("commit");

    assertThat(statistics(sql, "select word%").getFirst()).startsWith(2L, 2L);
    assertThat(statistics(sql, "%count%").getFirst()).startsWith(2L, 2L);
    assertThat(statistics(sql, "execute%")).isEmpty();
    assertThat(statistics(sql, "commit").getFirst()).startsWith(1L, 0L);
  }

  @Test
  void shouldNotCountFailures() {
    assertThatThrownBy(() -> run("select 1 / (id - 1) from t")).isNotNull();
    assertThat(statistics(sql, "%/%")).isEmpty();
  }

  @Test
  void shouldCountSpilledBytes() {
    run("set work_mem = '64kB'");
    run(
        "select max(a) from (select n a, repeat('x', 200) b from generate_series(1, 30000) n order"
            + " by b, a) s");
    run("select word from t order by word");

    List<List<@Nullable Object>> rows =
        run(
            "select query like '%max%', spilled_bytes > 0, temp_blks_written > 0 from"
                + " pg_stat_statements where query like '%order by word%' or query like '%max(a)%'"
                + " order by 1");
    assertThat(rows).contains(List.of(true, true, true), List.of(false, false, false));
  }

  @Test
  void shouldHideStatementsOfOthers() {
    run("select word from t where id = 1");
    try (Session eve = database.login("eve", "colonnade")) {
      eve.sql().execute("select 41 + 1").toList();
      assertThat(
              eve.sql()
                  .execute(
                      "select distinct query from pg_stat_statements"
                          + " where userid <> 'eve'::regrole or queryid is null")
                  .toList())
          .containsExactly(List.of("<insufficient privilege>"));
      assertThat(statistics(eve.sql(), "select $1 + $2").getFirst()).startsWith(1L, 1L);
      assertThatThrownBy(() -> eve.sql().execute("select pg_stat_statements_reset()").toList())
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INSUFFICIENT_PRIVILEGE));
      run("grant pg_read_all_stats to eve");
      assertThat(statistics(eve.sql(), "select word%").getFirst()).startsWith(1L, 1L);
    }
  }

  @Test
  void shouldResetOneStatement() {
    run("select 41 + 1");
    run("select word from t");
    run(
        "select pg_stat_statements_reset(userid, dbid, queryid) from pg_stat_statements"
            + " where query = 'select $1 + $2'");
    assertThat(statistics(sql, "select $1 + $2")).isEmpty();
    assertThat(statistics(sql, "select word from t")).hasSize(1);
    assertThat(run("select dealloc, stats_reset <= now() from pg_stat_statements_info"))
        .containsExactly(List.of(0L, true));
  }

  @Test
  void shouldAcceptCreateExtension() {
    run("create extension if not exists pg_stat_statements");
    run("create extension pg_stat_statements");
  }
}
