package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings {@code enable_*} exclude algorithms where others are possible. */
class PlannerSettingsTest {
  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  void open() {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test").sql();
    run("create table t (id int primary key, a int, b int not null)");
    run("create index t_a on t (a)");
    run("create index t_b on t (b)");
    run("insert into t select g, g % 10, g % 1000 from generate_series(1, 3000) g");
    run("analyze t");
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void shouldExcludeScans() {
    assertThat(explain("select * from t where a = 3")).contains("Seq Scan on t ");
    run("set enable_seqscan = off");
    assertThat(explain("select * from t where a = 3")).contains("Index Scan using t_a on t ");
    run("set enable_seqscan = on");
    assertThat(explain("select * from t where b = 3")).contains("Index Scan using t_b on t ");
    run("set enable_indexscan = off");
    assertThat(explain("select * from t where b = 3")).contains("Seq Scan on t ");
  }

  @Test
  void shouldExcludeJoins() {
    String byKey = "select * from t x join t y on y.id = x.a where x.id = 5";
    assertThat(explain(byKey)).contains("Nested Loop ");
    run("set enable_nestloop = off");
    assertThat(explain(byKey)).contains("Hash Join ").doesNotContain("Nested Loop");
    String all = "select * from t x join t y on y.b = x.a";
    assertThat(explain(all)).contains("Hash Join ");
    run("set enable_hashjoin = off");
    assertThat(explain(all)).contains("Merge Join ", "Sort Key: x.a", "Sort Key: y.b");
    run("set enable_mergejoin = off");
    run("set enable_nestloop = on");
    assertThat(explain(all)).contains("Nested Loop ");
  }

  @Test
  void shouldReturnTheSameRowsByAllJoins() {
    String sql =
        "select count(*), count(y.id), sum(x.id), sum(y.id)"
            + " from t x %s join (select * from t where id > 1500) y on y.b = x.a";
    for (String kind : List.of("", "left", "full")) {
      run("reset all");
      List<?> expected = rows(sql.formatted(kind));
      run("set enable_hashjoin = off");
      assertThat(rows(sql.formatted(kind))).as(kind).isEqualTo(expected);
      run("set enable_mergejoin = off");
      assertThat(rows(sql.formatted(kind))).as(kind).isEqualTo(expected);
    }
  }

  @Test
  void shouldExcludeSortsAndHashTables() {
    assertThat(explain("select * from t order by b")).contains("Sort Key: b");
    run("set enable_sort = off");
    assertThat(explain("select * from t order by b")).contains("Index Scan using t_b on t ");
    run("set enable_sort = on");
    assertThat(explain("select id % 7, count(*) from t group by 1")).contains("HashAggregate ");
    run("set enable_hashagg = off");
    assertThat(explain("select id % 7, count(*) from t group by 1")).contains("GroupAggregate ");
    assertThat(rows("select id % 7, count(*) from t group by 1 order by 1 limit 1").toString())
        .isEqualTo("[[0, 428]]");
  }

  @Test
  void shouldKeepTheOrderOfOuterJoins() {
    run("set enable_hashjoin = off");
    run("set enable_nestloop = off");
    run("create table u (id int primary key)");
    run("insert into u values (2), (3)");
    assertThat(
            rows("select t.id, u.id from t left join u using (id) where t.id < 4 order by t.id")
                .toString())
        .isEqualTo("[[1, null], [2, 2], [3, 3]]");
  }

  private String explain(String sql) {
    return String.join("\n", rows("explain " + sql).stream().map(Object::toString).toList());
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private List<?> rows(String sql) {
    try (SqlResult result = session.execute(sql)) {
      return result.toList();
    }
  }
}
