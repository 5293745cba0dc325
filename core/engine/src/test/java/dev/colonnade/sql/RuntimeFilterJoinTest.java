package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hash joins, whose keys filter the scans of the other side, return the rows of other joins. */
class RuntimeFilterJoinTest {
  private static final int QUERIES = 120;
  private static final List<String> KINDS = List.of("join", "left join", "right join", "full join");
  private static final List<String> INPUTS =
      List.of(
          "t",
          "(select * from t where n > 3)",
          "(select k, max(n) as n, max(d) as d from t group by k)",
          "(select k, d, sum(n)::int as n from t group by k, d)",
          "(select d, count(k)::int as k, max(n) as n from t group by d)",
          "(select t.k, s.n, s.d from t join s on s.k = t.n)",
          "(select s.k, t.n, t.d from t left join s on s.k = t.k)",
          "(select s.k, t.n, t.d from t right join s on s.k = t.k)",
          "(select k + 1 as k, n, d from t)",
          "(select k, n, d from t where exists (select 1 from s where s.n = t.n))",
          "(select k, n, d from t where not exists (select 1 from s where s.k = t.k and s.n > 2))",
          "(select k, n, d from t where k not in (select n from s where n is not null))",
          "(select k, n, d from t union all select n, k, d from s)",
          "(select k, n, d from t order by k, n, d limit 40)",
          "(select distinct k, n, d from t)");
  private static final List<String> CONDITIONS =
      List.of("a.k = b.k", "a.n = b.n", "a.d = b.d", "a.k = b.n and a.d = b.d", "a.k = b.w");
  private static final List<String> FORMS =
      List.of(
          "select a.k, a.n, b.k, b.n from %2$s a %1$s %3$s b on %4$s",
          "select a.k, a.n, b.k, b.n from %2$s a %1$s %3$s b on %4$s and a.n <> b.n + 1",
          "select a.k, count(*), sum(b.n) from %2$s a %1$s %3$s b on %4$s group by a.k",
          "select a.k, a.n from %2$s a where exists (select 1 from %3$s b where %4$s)",
          "select a.k, a.n from %2$s a where not exists (select 1 from %3$s b where %4$s)",
          "select a.k, a.n from %2$s a where exists (select 1 from %3$s b where %4$s and a.n <"
              + " b.n)",
          "select a.k, c.n from %2$s a %1$s %3$s b on %4$s join s c on c.k = a.k where c.n < 4");

  private final Random random = Seed.random("RuntimeFilterJoinTest");

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private void fill(SqlSession session) {
    run(session, "create table t (id serial primary key, k int, n int, d date)");
    run(session, "create table s (id serial primary key, k bigint, n smallint, d date)");
    run(session, "create table few (id serial primary key, k int, n int, w bigint, d date)");
    insert(session, "t", "k, n, d", "%1$s, %2$s, date '2020-01-01' + %3$s", 400, 90);
    insert(session, "s", "k, n, d", "%1$s, %2$s, date '2020-01-01' + %3$s", 150, 60);
    insert(session, "few", "k, n, w, d", "%1$s, %2$s, %2$s + 1, date '2020-01-01' + %3$s", 8, 90);
    run(session, "analyze");
  }

  private void insert(
      SqlSession session, String table, String columns, String values, int rows, int range) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      all.add("(" + values.formatted(number(range), number(7), number(30)) + ")");
    }
    run(session, "insert into %s (%s) values %s".formatted(table, columns, String.join(", ", all)));
  }

  private String number(int range) {
    return random.nextInt(12) == 0 ? "null::int" : String.valueOf(random.nextInt(range));
  }

  private static Map<List<@Nullable Object>, Long> rows(SqlSession session, String sql) {
    return session.execute(sql).toList().stream()
        .collect(Collectors.groupingBy(row -> row, Collectors.counting()));
  }

  @Test
  void shouldReturnTheRowsOfOtherJoins(@TempDir Path folder) {
    try (Database database = Database.open(StorageConfig.at(folder))) {
      SqlSession hashed = database.session("test").sql();
      fill(hashed);
      SqlSession other = database.session("test").sql();
      run(hashed, "set enable_nestloop = off");
      run(hashed, "set enable_mergejoin = off");
      run(other, "set enable_hashjoin = off");
      for (int i = 0; i < QUERIES; i++) {
        String few = "(select * from few where id <= %d)".formatted(1 + random.nextInt(8));
        String condition = any(CONDITIONS);
        String sql = any(FORMS).formatted(any(KINDS), any(INPUTS), few, condition);
        if (!condition.contains("b.w") && random.nextBoolean()) {
          sql = any(FORMS).formatted(any(KINDS), few, any(INPUTS), condition);
        }
        assertThat(rows(hashed, sql)).as(sql).isEqualTo(rows(other, sql));
      }
    }
  }

  private static void run(SqlSession session, String sql) {
    session.execute(sql).close();
  }
}
