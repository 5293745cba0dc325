package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the choice of access paths, and that all paths return the same rows. */
@Tag("integration")
class IndexScanTest {
  private static final long MIB = 1024 * 1024;
  private static final int ROWS = 600;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("test").sql();
    run(
        "create table t (id int primary key, a int, b text not null, c numeric(8,2), d int not"
            + " null, e varchar(10))");
    run("create index t_a on t (a, b)");
    run("create index t_b on t (b desc) include (d)");
    run("create unique index t_c on t (c)");
    run("create index t_d on t (d)");
    run("create index t_e on t (e) where a > 3");
    run("create index t_x on t (upper(e) desc, (a + d))");
    run("create index t_y on t ((a - d)) where upper(b) > 'A'");
  }

  @AfterEach
  public void close() {
    database.close();
  }

  /** Inserts rows whose columns have many values, and collects their statistics. */
  private void analyzeManyRows() {
    run(
        "insert into t select g, g % 700, 'b' || g % 3000, g, g % 1000, 'e' || g % 1000"
            + " from generate_series(1, 6000) g");
    run(
        "insert into t select g, g, 'b-' || g, g, g, 'e-' || g"
            + " from generate_series(100001, 154000) g");
    run("analyze t");
  }

  @Test
  void shouldSearchKeysOfTablesWithoutRows() {
    assertThat(explain("select * from t where id = 3")).contains("Index Scan using t_pkey on t ");
    assertThat(explain("select * from t where a = 3 and b = 'x'"))
        .contains("Index Scan using t_a on t ");
    assertThat(explain("select * from t where d = 1")).contains("Index Scan using t_d on t ");
    assertThat(explain("select * from t order by id limit 3"))
        .contains("Index Scan using t_pkey on t ");
  }

  @Test
  void shouldReturnManyRowsInTheOrderOfAnIndex() {
    analyzeManyRows();
    for (String order : List.of("d, id", "d desc, id desc")) {
      String sql = "select * from t where d < 900 order by " + order;
      run("set enable_indexscan = off");
      List<?> expected = session.execute(sql).toList();
      run("set enable_indexscan = on");
      run("set enable_sort = off");
      run("set enable_seqscan = off");
      assertThat(explain(sql)).contains("using t_d on t ").doesNotContain("Sort Key");
      assertThat(session.execute(sql).toList()).isEqualTo(expected);
      assertThat(session.execute(sql + " limit 300").toList()).isEqualTo(expected.subList(0, 300));
      run("reset all");
    }
  }

  @Test
  void shouldChooseTheMatchingIndex() {
    analyzeManyRows();
    assertThat(explain("select * from t where id = 3")).contains("Index Scan using t_pkey on t ");
    assertThat(explain("select * from t where a = 3 and b = 'x'"))
        .contains("Index Scan using t_a on t ");
    assertThat(explain("select id, b from t where a = 3"))
        .contains("Index Only Scan using t_a on t ");
    assertThat(explain("select d, id from t where b = 'x'"))
        .contains("Index Only Scan using t_b on t ");
    assertThat(explain("select * from t where c = 3")).contains("Index Scan using t_c on t ");
    assertThat(explain("select * from t where c between 3 and 4"))
        .contains("Index Scan using t_c on t ");
    assertThat(explain("select * from t where d in (1, 2, 3)"))
        .contains("Index Scan using t_d on t ");
    assertThat(explain("select * from t where b like 'ab%' limit 3"))
        .contains("Index Scan using t_b on t ");
    assertThat(explain("select * from t where a > 3 and e = 'x'"))
        .contains("Index Scan using t_e on t ");
    assertThat(explain("select * from t where a > 4 and e = 'x'"))
        .contains("Index Scan using t_e on t ");
    assertThat(explain("select * from t where a > 2 and e = 'x'")).doesNotContain("t_e");
    assertThat(explain("select * from t where e = 'x'")).doesNotContain("t_e");
    assertThat(explain("select * from t")).contains("Seq Scan on t ");
    assertThat(explain("select * from t where d <> 3")).contains("Seq Scan on t ");
  }

  @Test
  void shouldSearchKeysByValuesOfParameters() {
    analyzeManyRows();
    assertThat(explain("select * from t where id = any($1)", List.of(1, 2)))
        .contains("Index Scan using t_pkey on t ", "Index Cond: (id = ANY ($1))");
    assertThat(explain("select d from t where b like $1", "b100%"))
        .contains("Index Only Scan using t_b on t ", "Index Cond: (b ~~ $1)");
    assertThat(explain("select * from t where d in ($1, $2)", 1, 2))
        .contains("Index Scan using t_d on t ");
    assertThat(explain("select * from t where (id, b) > ($1, $2) order by id limit 5", 1, "x"))
        .contains("Index Scan using t_pkey on t ", "Index Cond: (id >= $1)");
    assertThat(count("id = any($1)", List.of(1, 2, 9999))).isEqualTo(2);
    assertThat(count("id = any($1::int[])", "{1,null,3}")).isEqualTo(2);
    assertThat(count("id = any($1::int[])", "{}")).isZero();
    assertThat(count("id = any($1::int[])", (Object) null)).isZero();
    assertThat(count("id <> all($1)", List.of(1, 2))).isEqualTo(59_998);
    assertThat(count("id <> all($1::int[])", "{1,null}")).isZero();
    assertThat(count("b like $1", "b100%")).isEqualTo(22);
    assertThat(count("b not like $1", "b%")).isZero();
    assertThat(count("b like $1", (Object) null)).isZero();
  }

  private int count(String predicate, @Nullable Object... parameters) {
    try (SqlResult result =
        session.execute("select count(*)::int from t where " + predicate, parameters)) {
      return (int) requireNonNull(result.toList().getFirst().getFirst(), "count is null");
    }
  }

  @Test
  void shouldReadOneRowForMinAndMax() {
    assertThat(explain("select max(id) from t"))
        .contains("Limit", "Index Only Scan Backward using t_pkey on t ");
    assertThat(explain("select min(id) from t where id > 3"))
        .contains("Limit", "Index Only Scan using t_pkey on t ");
    assertThat(explain("select max(a) from t"))
        .contains("Index Only Scan Backward using t_a on t ");
    assertThat(explain("select min(c) from t")).contains("Limit", "using t_c on t ");
    assertThat(explain("select min(d), max(d) from t"))
        .contains("Limit", "Index Only Scan using t_d on t ", "Index Only Scan Backward using t_d");
    assertThat(explain("select min(d), max(d), count(*) from t")).doesNotContain("Limit");
    assertThat(explain("select max(d) from t group by a"))
        .contains("Group Key: a")
        .doesNotContain("Backward");
    assertThat(rows("select max(id) from t").toString()).isEqualTo("[[null]]");
    run("insert into t values (1, null, 'x', null, 4, null), (2, 7, 'y', 3.5, -4, null)");
    run("insert into t values (3, null, 'Z', 2.5, 0, null)");
    assertThat(rows("select max(a) from t").toString()).isEqualTo("[[7]]");
    assertThat(rows("select min(a) from t").toString()).isEqualTo("[[7]]");
    assertThat(rows("select min(c) from t").toString()).isEqualTo("[[2.50]]");
    assertThat(rows("select min(c) from t where a is not null").toString()).isEqualTo("[[3.50]]");
    assertThat(rows("select max(id) from t where c is null").toString()).isEqualTo("[[1]]");
    assertThat(rows("select max(e) from t").toString()).isEqualTo("[[null]]");
  }

  @Test
  void shouldUseExpressionIndexes() {
    analyzeManyRows();
    run("create index x_lower on t (lower(b))");
    run("create index x_sum on t ((a + d) desc, id) where upper(b) <> 'Z'");
    run("create unique index x_two on t (lower(e), (a % 10), id)");
    assertThat(explain("select * from t where lower(b) = 'x'"))
        .contains("Index Scan using x_lower on t ");
    assertThat(explain("select * from t as q where lower(q.b) in ('x', 'y')"))
        .contains("Index Scan using x_lower on t ");
    assertThat(explain("select * from t where lower(b) like 'x%' limit 3"))
        .contains("Index Scan using x_lower on t ");
    assertThat(explain("select * from t where lower(b) between 'x' and 'y' limit 3"))
        .contains("Index Scan using x_lower on t ");
    assertThat(explain("select * from (select lower(b) as l, d from t) as q where l = 'x'"))
        .contains("Index Scan using x_lower on t ");
    assertThat(explain("select * from t where a + d = 3 and upper(b) <> 'Z' limit 3"))
        .contains("Index Scan using x_sum on t ");
    assertThat(explain("select * from t where a + d = 3")).doesNotContain("x_sum");
    assertThat(explain("select * from t where a + d > 300")).doesNotContain("x_sum");
    assertThat(explain("select * from t where lower(e) = 'x' and a % 10 = 3"))
        .contains("Index Scan using x_two on t ");
    assertThat(explain("select * from t where upper(b) = 'x'")).contains("Seq Scan on t ");
    assertThat(explain("select * from t where lower(b) <> 'x'")).contains("Seq Scan on t ");
    assertThat(explain("select d from t order by lower(b) desc nulls last limit 5"))
        .contains("Index Scan Backward using x_lower on t ")
        .doesNotContain("Sort Key");
    assertThat(explain("select d from t where lower(b) > 'x' order by lower(b), id limit 5"))
        .contains("Index Scan using x_lower on t ")
        .doesNotContain("Sort Key");
  }

  @Test
  void shouldUseTheOrderOfAnIndexInsteadOfSorting() {
    analyzeManyRows();
    assertThat(explain("select * from t order by id"))
        .contains("Index Scan using t_pkey on t ")
        .doesNotContain("Sort Key");
    assertThat(explain("select id, b from t order by id desc limit 3"))
        .contains("Index Scan Backward using t_pkey on t ")
        .contains("Limit")
        .doesNotContain("Sort Key");
    assertThat(explain("select * from t order by d limit 10"))
        .contains("Index Scan using t_d on t ")
        .doesNotContain("Sort Key");
    assertThat(explain("select b from t order by b"))
        .contains("Index Only Scan Backward using t_b on t ");
    assertThat(explain("select * from t where d = 3 order by id limit 5"))
        .contains("Index Scan using t_d on t ");
    assertThat(explain("select * from t order by a limit 5")).contains("Sort Key");
    assertThat(explain("select * from t order by d, b limit 5")).contains("Sort Key");
  }

  @Test
  void shouldChooseLookupJoinsForFewRows() {
    run("create table few (k int primary key, id int, b text)");
    assertThat(explain("select * from few join t on t.id = few.id where k = 1"))
        .contains("Nested Loop ")
        .contains("Index Scan using t_pkey on t ");
    assertThat(explain("select t.d from t join few on t.d = few.id where k in (1, 2)"))
        .contains("Nested Loop ")
        .contains("Index Only Scan using t_d on t ");
    assertThat(explain("select few.k, t.d from few left join t on t.b = few.b where k = 1"))
        .contains("Nested Loop Left Join")
        .contains("Index Only Scan using t_b on t ");
    assertThat(explain("select * from few, t where t.c = few.id + 0.5 and k = 1"))
        .contains("Index Scan using t_c on t ");
    assertThat(explain("select * from few join t on t.id > few.id where k = 1"))
        .doesNotContain("using t_");
  }

  @Test
  void shouldJoinTheSameRowsByAllAccessPaths() {
    Random random = Seed.random("IndexScanTest.joins");
    fill(random);
    run("create table few (k int primary key, id int, b text, f bigint)");
    for (int k = 0; k < 120; k++) {
      run(
          "insert into few values (%d, %s, '%s', %s)"
              .formatted(k, number(random, 40), text(random), number(random, ROWS)));
    }
    for (int i = 0; i < 25; i++) {
      String kind = List.of("join", "left join").get(random.nextInt(2));
      String on =
          List.of("t.d = few.id", "t.id = few.id", "t.a = few.id and t.b = few.b", "t.b = few.b")
              .get(random.nextInt(4));
      String which = "k between %d and %d".formatted(k(random), k(random) + 3);
      String sql =
          switch (random.nextInt(4)) {
            case 0 ->
                "select k from few where %s and exists (select 1 from t where %s and %s)"
                    .formatted(
                        which, on, condition(random).replaceAll("\\b([abcde]|id) ", "t.$1 "));
            case 1 ->
                "select k, few.b from few where %s and not exists (select 1 from t where %s)"
                    .formatted(which, on);
            case 2 -> "select t.id, t.c, k from few %s t on %s where %s".formatted(kind, on, which);
            default ->
                "select few.k, t.* from few %s t on %s and t.d > 0 where %s"
                    .formatted(kind, on, which);
          };
      run("set enable_indexscan = on");
      List<String> by = rows(sql).stream().map(Object::toString).sorted().toList();
      run("set enable_indexscan = off");
      assertThat(by).as(sql).isEqualTo(rows(sql).stream().map(Object::toString).sorted().toList());
    }
    assertThat(database.statistics().directBytes()).isZero();
  }

  private static int k(Random random) {
    return random.nextInt(120);
  }

  @Test
  void shouldFindTheSameRowsByAllAccessPaths() {
    Random random = Seed.random("IndexScanTest");
    fill(random);
    for (int i = 0; i < 50; i++) {
      if (i % 10 == 9) {
        change(random);
      }
      String sql = query(random);
      run("set enable_indexscan = on");
      List<List<@Nullable Object>> by = rows(sql);
      run("set enable_indexscan = off");
      assertThat(by).as(sql).isEqualTo(rows(sql));
    }
    assertThat(database.statistics().directBytes()).isZero();
  }

  private void fill(Random random) {
    List<String> rows = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      rows.add(row(random, id));
    }
    run("insert into t values " + String.join(", ", rows));
  }

  /** Returns a random row, with a unique value of c or NULL. */
  private static String row(Random random, int id) {
    return "(%d, %s, '%s', %s, %d, %s)"
        .formatted(
            id,
            number(random, 10),
            text(random),
            random.nextInt(5) == 0 ? "null" : id + "." + random.nextInt(10),
            random.nextInt(40) - 20,
            random.nextInt(4) == 0 ? "null" : "'" + text(random) + "'");
  }

  private static String number(Random random, int bound) {
    return random.nextInt(5) == 0 ? "null" : String.valueOf(random.nextInt(bound));
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append("ab %".charAt(random.nextInt(3)));
    }
    return text.toString();
  }

  private void change(Random random) {
    switch (random.nextInt(3)) {
      case 0 -> run("delete from t where " + condition(random) + " and id % 7 = 3");
      case 1 -> run("update t set a = a + 1, b = b || 'x' where " + condition(random));
      default -> {
        int id = ROWS + random.nextInt(1_000_000);
        run("delete from t where id = " + id);
        run("insert into t values " + row(random, id).replaceAll("\\.\\d", ""));
      }
    }
  }

  private static String query(Random random) {
    String condition = condition(random);
    for (int i = random.nextInt(3); i > 0; i--) {
      condition += (random.nextInt(4) == 0 ? " or " : " and ") + condition(random);
    }
    return switch (random.nextInt(7)) {
      case 6 ->
          "select %s(%s) from t where %s"
              .formatted(
                  random.nextBoolean() ? "min" : "max",
                  List.of("a", "b", "c", "d", "id", "upper(e)").get(random.nextInt(6)),
                  condition);
      case 4 ->
          "select id, e from t where %s order by upper(e) desc nulls last, a + d nulls first, id limit 9"
              .formatted(condition);
      case 5 ->
          "select id, d from t where upper(e) > 'A' and %s order by upper(e) desc, a + d desc, id limit 9"
              .formatted(condition);
      case 0 -> "select * from t where %s order by id".formatted(condition);
      case 1 -> "select d, id from t where %s order by d, id limit 20".formatted(condition);
      case 2 ->
          "select id, b, c from t where %s order by id desc limit 7 offset 2".formatted(condition);
      default -> "select count(*), sum(d), min(b), max(c) from t where " + condition;
    };
  }

  private static String condition(Random random) {
    String comparison = List.of("=", "<", "<=", ">", ">=", "=").get(random.nextInt(6));
    return switch (random.nextInt(12)) {
      case 9 -> "upper(e) " + comparison + " upper('" + text(random) + "')";
      case 10 -> "a - d " + comparison + " " + random.nextInt(20) + " and upper(b) > 'A'";
      case 11 -> "upper(e) in ('A', 'B') and a + d " + comparison + " " + random.nextInt(20);
      case 0 -> "a " + comparison + " " + random.nextInt(10);
      case 1 -> "b " + comparison + " '" + text(random) + "'";
      case 2 -> "c " + comparison + " " + random.nextInt(ROWS) + ".25";
      case 3 -> "d in (%d, %d)".formatted(random.nextInt(40) - 20, random.nextInt(40) - 20);
      case 4 -> "b like '" + text(random) + "%'";
      case 5 -> List.of("a", "c", "e").get(random.nextInt(3)) + " is null";
      case 6 -> "c between %d and %d".formatted(random.nextInt(ROWS), random.nextInt(ROWS));
      case 7 -> "a > 3 and e " + comparison + " '" + text(random) + "'";
      default -> "id " + comparison + " " + random.nextInt(ROWS);
    };
  }

  private String explain(String sql, @Nullable Object... parameters) {
    try (SqlResult result = session.execute("explain " + sql, parameters)) {
      return String.join("\n", result.toList().stream().map(Object::toString).toList());
    }
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private List<List<@Nullable Object>> rows(String sql) {
    try (SqlResult result = session.execute(sql)) {
      return result.toList();
    }
  }
}
