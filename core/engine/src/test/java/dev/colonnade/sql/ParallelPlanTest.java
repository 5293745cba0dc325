package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the choice of what several workers run, by EXPLAIN ANALYZE. */
class ParallelPlanTest {
  @SuppressWarnings("NullAway.Init") // before each test
  private Database database;

  @SuppressWarnings("NullAway.Init") // before each test
  private Session session;

  @BeforeEach
  void fill(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test");
    run("create table t (id int primary key, a int, n numeric, d double precision, s text)");
    run("insert into t select i, i % 3, i, i, 'text ' || i % 5 from generate_series(1, 500) g(i)");
    run("create table u (id int primary key, b int)");
    run("insert into u select i, i % 7 from generate_series(1, 100) g(i)");
    run("set min_parallel_table_scan_size = 0");
  }

  @AfterEach
  public void close() {
    assertThat(database.statistics().directBytes()).isZero();
    assertThat(database.context().resources().memory().bytesUsed()).isZero();
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*) from t",
        "select a, s, sum(id), avg(a), min(id) from t where a > 0 group by a, s",
        "select sum(a + 1) from t where s like '%1'",
        "select * from t order by a, id",
        "select t.a, count(*) from t join u on t.a = u.b group by t.a",
        "select count(*) from t where not exists (select from u where u.b = t.a)",
        "select count(*) from u where exists (select from t where u.b = t.a)",
        "select count(*) from u where not exists (select from t where u.b = t.a)",
        "select u.b, count(t.id) from u left join t on t.a = u.b group by u.b",
        "select count(*) from t full join u on t.a = u.b",
        "select distinct a from t"
      })
  void shouldRunInParallel(String query) {
    assertThat(workers(query)).as(query).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from t",
        "select * from t limit 3",
        "select sum(d) from t",
        "select n, count(*) from t group by n",
        "select array_agg(id) from t",
        "select count(distinct a) from t",
        "select count(*) from t where random() >= 0",
        "select * from t where id = 7",
        "select count(*) from generate_series(1, 10)"
      })
  void shouldRunOnOneThread(String query) {
    assertThat(workers(query)).as(query).isEmpty();
  }

  @Test
  void shouldUseTheSettings() {
    String query = "select count(*) from t";
    run("set max_parallel_workers_per_gather = 0");
    assertThat(workers(query)).isEmpty();
    run("reset max_parallel_workers_per_gather");
    run("reset min_parallel_table_scan_size");
    assertThat(workers(query)).isEmpty();
  }

  @Test
  void shouldReportErrorsOfWorkersAndOwnWrites() {
    assertThatThrownBy(() -> session.sql().execute("select sum(1 / (id - 400)) from t").toList())
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("division by zero");
    run("begin");
    run("update t set a = 100 where id <= 10");
    assertThat(session.sql().execute("select count(*) from t where a = 100").toList())
        .containsExactly(List.of(10L));
    run("rollback");
  }

  @Test
  void shouldShowTheMemoryOfTablesThatWorkersShare() {
    String query = "select * from t join u on t.a = u.b order by s, t.id, u.id";
    assertThat(lines(query, "Workers:")).isNotEmpty();
    assertThat(lines(query, "Memory Usage:")).isNotEmpty().noneMatch(line -> line.contains(" 0kB"));
  }

  private List<String> workers(String query) {
    return lines(query, "Workers:");
  }

  private List<String> lines(String query, String part) {
    return session.sql().execute("explain analyze " + query).toList().stream()
        .map(row -> String.valueOf(row.getFirst()))
        .filter(line -> line.contains(part))
        .toList();
  }

  private void run(String statement) {
    session.sql().execute(statement).close();
  }
}
