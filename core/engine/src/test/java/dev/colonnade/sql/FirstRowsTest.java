package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins of which LIMIT reads the first rows look rows up, in the order of the outer input. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FirstRowsTest {
  private Database database;
  private SqlSession session;

  @BeforeAll
  void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test").sql();
    run("create table a (id int primary key, b_id int, v int)");
    run("create table b (id int primary key, c_id int not null, v int)");
    run("create table c (id int primary key, v int)");
    run("create index a_v on a (v)");
    run("create index a_b on a (b_id)");
    run("insert into c select g, g % 3 from generate_series(1, 50) g");
    run("insert into b select g, g % 50 + 1, g % 100 from generate_series(1, 3000) g");
    run(
        "insert into a select g, nullif(g * 7 % 3100, 5), g * 31 % 5000"
            + " from generate_series(1, 6000) g");
    run("analyze");
  }

  @AfterAll
  void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a.id, b.v from a join b on b.id = a.b_id order by a.id limit 10",
        "select a.id, b.v from a join b on b.id = a.b_id order by a.id desc offset 7 limit 5",
        "select a.id, b.v from a join b on b.id = a.b_id where b.v < 50 order by a.id limit 3",
        "select b.id from a, b where b.id = a.b_id order by b.id limit 4",
        "select a.id, a.v, b.v from a, b where b.id = a.b_id order by a.v, a.id limit 6",
        "select id from a where exists (select from b where b.id = a.b_id and b.v > 90)"
            + " order by id limit 4",
        "select id from a where not exists (select from b where b.id = a.b_id) order by id limit 4",
        "select a.id, c.v from a, b, c where b.id = a.b_id and c.id = b.c_id order by a.id limit 9",
        "select a.id, c.v from a, b, c where b.id = a.b_id and c.id = b.c_id and c.v = 1"
            + " order by a.id desc limit 2",
        "select a.id, b.v from a left join b on b.id = a.b_id order by a.id limit 30",
        "select a.id, b.v, a.b_id from a, b where b.id = a.b_id order by a.b_id, a.id limit 5",
        "select a.id, b.v from a, b where b.id = a.b_id and b.v > 1000 order by a.id limit 5",
        "select count(*) from (select a.id from a, b where b.id = a.b_id limit 70) t",
      })
  void shouldReturnTheFirstRows(String sql) {
    List<?> rows = rows(sql);
    run("set enable_nestloop = off");
    List<?> expected = rows(sql);
    run("reset all");

    assertThat(rows).isEqualTo(expected);
  }

  @Test
  void shouldKeepTheOrderOfTheOuterInput() {
    String join = "select a.id, b.v from a join b on b.id = a.b_id";
    assertThat(explain(join + " order by a.id limit 10"))
        .contains("Nested Loop", "Index Scan using b_pkey on b")
        .doesNotContain("Sort");
    assertThat(explain(join + " order by b.v limit 10")).contains("Sort");
    assertThat(explain(join + " order by a.id")).contains("Hash Join");
    assertThat(explain("select a.id from a, b, c where b.id = b_id and c.id = c_id limit 3"))
        .doesNotContain("Hash Join");
  }

  private String explain(String sql) {
    StringBuilder text = new StringBuilder();
    try (SqlResult result = session.execute("explain " + sql)) {
      result.toList().forEach(row -> text.append(row.getFirst()).append('\n'));
    }
    return text.toString();
  }

  private List<?> rows(String sql) {
    try (SqlResult result = session.execute(sql)) {
      return result.toList();
    }
  }

  private void run(String sql) {
    session.execute(sql).close();
  }
}
