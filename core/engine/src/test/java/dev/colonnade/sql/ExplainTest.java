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
        " \\(rows=\\d+\\) \\(actual time=\\d+\\.\\d{3}\\.\\.\\d+\\.\\d{3} rows=%d loops=1"
            + " batches=1 bytes=[1-9]\\d*\\)";
    assertThat(lines.get(0)).matches("VectorSort\\(.*\\)" + figures.formatted(3));
    assertThat(lines.get(1)).matches(" +VectorAggregate\\(.*\\)" + figures.formatted(3));
    assertThat(lines.get(2)).matches(" +VectorScan\\(.*\\)" + figures.formatted(100));
    assertThat(lines.get(3)).matches("Planning Time: \\d+\\.\\d{3} ms");
    assertThat(lines.get(4)).matches("Execution Time: \\d+\\.\\d{3} ms");
    assertThat(lines).hasSize(5);
  }

  @Test
  void shouldShowTransitionsFromVectorsToGeneratedCode() {
    List<String> lines =
        run(
            "explain (analyze, costs off, timing off, summary off, buffers off)"
                + " select id, rank() over (order by a) from t where id < 10");
    String plan = String.join("\n", lines);
    assertThat(plan)
        .contains("EnumerableWindow")
        .contains("EnumerableVectors (actual rows=9 loops=1)")
        .containsPattern("VectorScan\\(.*\\) \\(actual rows=9 loops=1\\)");
  }

  @Test
  void shouldCountEveryRunOfAnOperator() {
    String plan =
        String.join(
            "\n",
            run(
                "explain (analyze, costs off, timing off, summary off) select t.id, g.x from t,"
                    + " lateral (select t.a + 1 as x from generate_series(1, t.a)) as g"
                    + " where t.id <= 3"));
    assertThat(plan).contains("loops=3");
  }

  @Test
  void shouldWriteJson() {
    String json =
        String.join(
            "\n", run("explain (analyze, verbose, format json) select id from t where a = 1"));
    assertThat(json)
        .startsWith("[\n  {\n    \"Plan\": {\n      \"Node Type\": \"VectorScan\"")
        .contains("\"Vectors\": true", "\"Actual Rows\": 34", "\"Actual Loops\": 1")
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
    assertThat(rows).hasSize(1);
    assertThat(String.valueOf(rows.getFirst().getFirst())).endsWith("(actual rows=1 loops=1)");
  }

  private List<String> run(String statement) {
    List<List<@Nullable Object>> rows = session.sql().execute(statement).toList();
    return rows.stream().map(row -> String.valueOf(row.getFirst())).collect(Collectors.toList());
  }
}
