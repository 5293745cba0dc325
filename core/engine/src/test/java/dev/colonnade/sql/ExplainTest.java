package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the EXPLAIN ANALYZE output that differs from run to run. */
class ExplainTest {
  @SuppressWarnings("NullAway.Init") // before each test
  private Database database;

  @SuppressWarnings("NullAway.Init") // before each test
  private Session session;

  @BeforeEach
  void fill(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test");
    run("create table t (id int primary key, a int)");
    run("insert into t select i, i % 3 from generate_series(1, 100) as g(i)");
  }

  @AfterEach
  public void close() {
    assertThat(database.statistics().directBytes()).isZero();
    database.close();
  }

  @Test
  void shouldReportEveryOperator() {
    List<String> lines =
        run("explain (analyze, buffers) select a, count(*) from t group by a order by a");
    String figures =
        "  \\(cost=\\d+\\.\\d\\d\\.\\.\\d+\\.\\d\\d rows=\\d+ width=\\d+\\)"
            + " \\(actual time=\\d+\\.\\d{3}\\.\\.\\d+\\.\\d{3} rows=%d loops=1\\)";
    assertThat(lines.get(0)).matches("Sort" + figures.formatted(3));
    assertThat(lines.get(1)).isEqualTo("  Sort Key: a");
    assertThat(lines).anyMatch(line -> line.matches("  Sort Method: quicksort  Memory: \\d+kB"));
    assertThat(lines)
        .anyMatch(line -> line.matches("  ->  HashAggregate" + figures.formatted(3)))
        .contains("        Group Key: a")
        .anyMatch(line -> line.matches("        ->  Seq Scan on t" + figures.formatted(100)));
    assertThat(lines.get(lines.size() - 2)).matches("Planning Time: \\d+\\.\\d{3} ms");
    assertThat(lines.getLast()).matches("Execution Time: \\d+\\.\\d{3} ms");
  }

  @Test
  void shouldReadTheFirstRowsOfANullableColumnByItsIndex() {
    run("insert into t select i, i from generate_series(101, 30000) as g(i)");
    run("create index on t (a)");
    assertThat(run("explain (costs off) select * from t order by a limit 5"))
        .anyMatch(line -> line.contains("Index Only Scan using t_a_idx on t"))
        .noneMatch(line -> line.contains("Seq Scan"));
    assertThat(run("explain (costs off) select * from t order by a desc limit 5"))
        .anyMatch(line -> line.contains("Index Only Scan Backward using t_a_idx on t"))
        .noneMatch(line -> line.contains("Seq Scan"));
  }

  @Test
  void shouldCountTheRowsBelowAWindow() {
    List<String> lines =
        run(
            "explain (analyze, costs off, timing off, summary off, buffers off)"
                + " select id, rank() over (order by a) from t where id < 10");
    assertThat(lines)
        .startsWith("WindowAgg (actual rows=9 loops=1)")
        .contains(
            "  ->  Sort (actual rows=9 loops=1)",
            "        ->  Index Scan using t_pkey on t (actual rows=9 loops=1)",
            "              Index Cond: (id < 10)");
  }

  @Test
  void shouldCountEveryRunOfAnOperator() {
    String plan =
        String.join(
            "\n",
            run(
                "explain (analyze, costs off, timing off, summary off) select t.id, g.x from t,"
                    + " lateral (select random() as x from generate_series(1, t.a) limit 1) as g"
                    + " where t.id <= 3"));
    assertThat(plan).contains("loops=3");
  }

  @Test
  void shouldWriteJson() {
    String json =
        String.join(
            "\n", run("explain (analyze, verbose, format json) select id from t where a = 1"));
    assertThat(json)
        .startsWith("[\n  {\n    \"Plan\": {\n      \"Node Type\": \"Seq Scan\"")
        .contains("\"Relation Name\": \"t\"", "\"Filter\": \"(t.a = 1)\"")
        .contains("\"Actual Rows\": 34", "\"Actual Loops\": 1")
        .contains("\"Output\": [\"id\"]", "\"Planning Time\": ", "\"Execution Time\": ")
        .endsWith("\n  }\n]");
  }

  @Test
  void shouldAcceptParameters() {
    List<List<@Nullable Object>> rows =
        session
            .sql()
            .execute(
                "explain (analyze, costs off, timing off, summary off, buffers off)"
                    + " select * from t where id = $1",
                5)
            .toList();
    assertThat(rows)
        .containsExactly(
            List.of("Index Scan using t_pkey on t (actual rows=1 loops=1)"),
            List.of("  Index Cond: (id = $1)"));
  }

  private List<String> run(String statement) {
    List<List<@Nullable Object>> rows = session.sql().execute(statement).toList();
    return rows.stream().map(row -> String.valueOf(row.getFirst())).collect(Collectors.toList());
  }
}
