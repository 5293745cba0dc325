package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that generated code which buffers too many rows fails before it fills the heap, and that
 * other code does not fail.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryMemoryTest {
  @SuppressWarnings("NullAway.Init") // before all tests
  private Database database;

  @SuppressWarnings("NullAway.Init") // before all tests
  private SqlSession session;

  @BeforeAll
  public void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("postgres", "postgres").sql();
    run("set enable_vectors = off");
    run("set query_memory_max = 2");
  }

  @AfterAll
  public void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select g from generate_series(1, 100000) g order by -g",
        "select row_number() over (order by -g) from generate_series(1, 100000) g",
        "select g, count(*) from generate_series(1, 100000) g group by g",
        "select distinct g from generate_series(1, 100000) g",
        "select array_agg(g) from generate_series(1, 100000) g",
        "select string_agg(g::text, ',') from generate_series(1, 100000) g",
        "select count(distinct g) from generate_series(1, 100000) g",
        "select percentile_cont(0.5) within group (order by g) from generate_series(1, 100000) g",
        "select g, count(*) from generate_series(1, 100000) g group by rollup (g)",
        "select g from generate_series(1, 100000) g union select -g from generate_series(1, 9) g",
        "select g from generate_series(1, 9) g intersect"
            + " select g from generate_series(1, 100000) g",
        "select g from generate_series(1, 100000) g except select 1",
        "select count(*) from generate_series(1, 100000) a join generate_series(1, 100000) b"
            + " on a = b",
        "select count(*) from generate_series(1, 3) a join generate_series(1, 100000) b on a < b",
        "with recursive r as (select 1 as n union select n + 1 from r where n < 100000)"
            + " select count(*) from r"
      })
  void shouldFailBeyondTheLimitAndRemainUsable(String query) {
    assertThatThrownBy(() -> run(query))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT))
        .hasMessageContaining("query needs too much memory");
    assertThat(run("select 1")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*), sum(g), max(g), stddev(g) from generate_series(1, 100000) g",
        "select g % 10, count(*) from generate_series(1, 100000) g group by 1",
        "select distinct g % 10 from generate_series(1, 100000) g",
        "select g % 10 from generate_series(1, 100000) g union select 1",
        "select sum(g) from (select g from generate_series(1, 100000) g" + " union all select 1) u",
        "select count(*) from generate_series(1, 100000) a join generate_series(1, 3) b on a = b"
      })
  void shouldNotCountRowsThatAreNotBuffered(String query) {
    assertThat(run(query)).isNotEmpty();
  }

  @Test
  void shouldCountRereadRowsOnce() {
    run("create table outside (id int primary key)");
    run("insert into outside select g from generate_series(1, 300) g");
    List<List<@Nullable Object>> rows =
        run(
            "select sum((select count(*) from (select distinct h from generate_series(1, 100 + o.id"
                + " % 7) h) d)) from outside o");
    assertThat(rows).hasSize(1);
  }

  private List<List<@Nullable Object>> run(String sql) {
    return session.execute(sql).toList();
  }
}
