package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.storage.config.StorageConfig;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of queries that need more than the memory of an operator: they return the same rows, and
 * leave no memory taken and no temporary files.
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
  }

  @AfterEach
  public void assertNothingIsLeft() {
    run("reset work_mem");
    run("reset temp_file_limit");
    assertThat(resources().spill().fileCount()).isZero();
    assertThat(resources().memory().bytesUsed()).isZero();
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
        "select percentile_disc(array[0.1, 0.9]) within group (order by g desc)"
            + " from generate_series(1, 100000) g",
        "select mode() within group (order by g / 2) from generate_series(1, 99999) g",
        "select g, (g, g) in (select h, -h from generate_series(-100000, 100000) h)"
            + " from generate_series(-3, 3) g",
        "select g, g <> all (select 2 - h from generate_series(1, 3000000) h)"
            + " from generate_series(1, 2) g",
        "select g, count(*) from generate_series(1, 100000) g group by rollup (g)",
        "select g from generate_series(1, 100000) g union select -g from generate_series(1, 9) g",
        "select g from generate_series(1, 9) g intersect"
            + " select g from generate_series(1, 100000) g",
        "select g from generate_series(1, 100000) g except select 1",
        "select count(*) from generate_series(1, 100000) a join generate_series(1, 100000) b"
            + " on a = b",
        "select count(*) from generate_series(1, 3) a join generate_series(1, 100000) b on a < b",
        "with recursive r as (select 1 as n union select n + 1 from r where n < 20000)"
            + " select count(*) from r"
      })
  void shouldReturnTheSameRowsBeyondTheMemory(String query) {
    List<List<@Nullable Object>> expected = run(query);
    assertThat(expected).isNotEmpty();
    run("set work_mem = '64kB'");
    long bytesBefore = resources().spill().bytesWritten();
    List<List<@Nullable Object>> actual = run(query);
    assertThat(resources().spill().bytesWritten()).isGreaterThan(bytesBefore);
    if (query.endsWith("order by -g")) {
      assertThat(actual).isEqualTo(expected);
    } else {
      assertThat(counted(actual)).isEqualTo(counted(expected));
    }
    assertThat(run("select 1")).containsExactly(List.of(1));
  }

  private static Map<List<@Nullable Object>, Long> counted(List<List<@Nullable Object>> rows) {
    return rows.stream().collect(Collectors.groupingBy(row -> row, Collectors.counting()));
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
  void shouldNotSpillRowsThatAreNotKept(String query) {
    run("set work_mem = '512kB'");
    long bytesBefore = resources().spill().bytesWritten();
    assertThat(run(query)).isNotEmpty();
    assertThat(resources().spill().bytesWritten()).isEqualTo(bytesBefore);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select cardinality(array(select g from generate_series(1, 3000000) g))",
        "select cardinality(array_agg(g order by -g)) from generate_series(1, 3000000) g"
      })
  void shouldFailBeyondTheMemoryWhereNothingCanSpill(String query) {
    run("set work_mem = '64kB'");
    assertThatThrownBy(() -> run(query))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.sqlState()).isEqualTo("53200"));
  }

  @Test
  void shouldFreeTheResultsOfSubqueries() {
    run("set work_mem = '64kB'");
    assertThat(
            run(
                "select count(*) from generate_series(1, 300) g"
                    + " where cardinality(array(select h + g from generate_series(1, 20000) h))"
                    + " = 20000"))
        .containsExactly(List.of(300L));
  }

  @Test
  void shouldFailBeyondTheLimitOfTemporaryFiles() {
    run("set work_mem = '64kB'");
    run("set temp_file_limit = '1MB'");
    assertThatThrownBy(() -> run("select g from generate_series(1, 1000000) g order by -g"))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code().sqlState()).isEqualTo("53400"));
    run("reset temp_file_limit");
    assertThat(run("select g from generate_series(1, 1000000) g order by -g")).hasSize(1_000_000);
  }

  @Test
  void shouldFreeTheMemoryOfSubqueriesThatRunOften() {
    run("create table outside (id int primary key)");
    run("insert into outside select g from generate_series(1, 300) g");
    run("set work_mem = '64kB'");
    List<List<@Nullable Object>> rows =
        run(
            "select sum((select count(*) from (select distinct h from generate_series(1, 100 + o.id"
                + " % 7) h) d)) from outside o");
    int expected = IntStream.rangeClosed(1, 300).map(id -> 100 + id % 7).sum();
    assertThat(rows).containsExactly(List.of(BigDecimal.valueOf(expected)));
  }

  @Test
  void shouldRefuseATextThatNeedsMoreMemoryThanQueriesHave() {
    // A token has at least ten bytes in memory.
    int count = (int) Math.min(60_000_000, resources().memory().bytesMax() / 10);
    String text = "values (1" + ",1".repeat(count / 2) + ")";
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.execute(text))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT));
    assertThat(resources().memory().bytesUsed()).isZero();
  }

  @Test
  void shouldChargeALongTextUntilTheNextOneAndNotCacheItsPlan() {
    String values = "values (1)" + ", (1)".repeat(30_000);
    long hits = database.planCache().hits();
    for (int i = 0; i < 2; i++) {
      assertThat(run(values)).hasSize(30_001);
      assertThat(resources().memory().bytesUsed()).isGreaterThan(30_000);
    }
    assertThat(database.planCache().hits()).isEqualTo(hits);
    session.waits();
    assertThat(resources().memory().bytesUsed()).isZero();
  }

  private ExecutionResources resources() {
    return database.context().resources();
  }

  private List<List<@Nullable Object>> run(String sql) {
    return session.execute(sql).toList();
  }
}
