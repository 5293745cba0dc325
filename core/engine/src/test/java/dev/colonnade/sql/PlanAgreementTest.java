package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.execute.ExecutionResources;
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

/** Random queries return the same rows with and without indexes and temporary files. */
class PlanAgreementTest {
  private static final int ROWS = 5000;
  private static final int QUERIES = 14;
  private static final int DEPTH_MAX = 2;

  private static final List<String> FORMS =
      List.of(
          "select id, a, s from t where %1$s order by id",
          "select a, count(*), min(s), max(n), sum(id) from t where %1$s group by a",
          "select t.id, u.id from t join u on u.k = t.a where %1$s",
          "select t.id, u.v from t left join u on u.k = t.a and u.v > %2$s where %1$s",
          "select id from t where %1$s and a in (select k from u where v > %2$s)",
          "select distinct s from t where %1$s order by s limit 5",
          "select id, a from t where %1$s order by a, id limit 7 offset 2",
          "select id, a, s from t where %1$s order by a desc, s, id limit 9 offset 2",
          "select id, a, n from t where %1$s order by a nulls first, n desc, id desc limit 5",
          "select t.id from t where %1$s and not exists (select 1 from u where u.k = t.a)",
          "select t.id, t.s, u.id from (select * from t where %1$s) t full join u on u.k = t.a",
          "select t.id, u.v from (select * from t where %1$s) t"
              + " full join u on u.k = t.a and u.v > t.id %% 7",
          "select t.id, u.id from (select * from t where %1$s) t"
              + " right join u on u.k = t.a and u.v > %2$s",
          "select t.id from t where %1$s"
              + " and exists (select 1 from u where u.k = t.a and u.v <> t.id %% 5)",
          "select u.id from u where not exists"
              + " (select 1 from t where t.a = u.k and %1$s and t.id %% 9 > u.v)",
          "select id, a, s from t where %1$s order by s, a desc, id limit 9");

  private final Random random = Seed.random("PlanAgreementTest");
  private final RandomPredicates predicates = new RandomPredicates(random);

  @Test
  void shouldAgreeForAllAccessPaths(@TempDir Path folder) {
    try (Database database = Database.open(StorageConfig.at(folder))) {
      SqlSession session = database.session("test").sql();
      fill(session);
      for (int i = 0; i < QUERIES; i++) {
        String sql =
            FORMS
                .get(i % FORMS.size())
                .formatted(qualified(predicates.next(DEPTH_MAX)), random.nextInt(20) - 10);
        Map<List<@Nullable Object>, Long> simplest = rows(session, sql, new Ways(false, false));
        for (Ways ways : Ways.ALL) {
          assertThat(rows(session, sql, ways)).as("%s: %s", ways, sql).isEqualTo(simplest);
        }
      }
      ExecutionResources resources = database.context().resources();
      assertThat(resources.spill().bytesWritten()).as("temporary files").isPositive();
      assertThat(resources.spill().fileCount()).isZero();
    }
  }

  private void fill(SqlSession session) {
    run(
        session,
        "create table t (id int primary key, a int, n numeric, s text, d date, i interval)");
    run(session, "create table u (id int primary key, k int, v int)");
    List<String> rows = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      rows.add("(" + id + ", " + predicates.row() + ")");
      others.add("(%d, %d, %d)".formatted(id, random.nextInt(21) - 10, random.nextInt(21) - 10));
    }
    run(session, "insert into t values " + String.join(", ", rows));
    run(session, "insert into u values " + String.join(", ", others));
    run(session, "create index on t (a)");
    run(session, "create index on t (s, a desc)");
    run(session, "create index on t (d) where a > 0");
    run(session, "create index on u (k) include (v)");
  }

  /** Returns the predicate with a qualified id, which both joined tables have. */
  private static String qualified(String predicate) {
    return "(" + predicate.replaceAll("\\bid\\b", "t.id") + ")";
  }

  /** Returns how often there is each row. */
  private static Map<List<@Nullable Object>, Long> rows(SqlSession session, String sql, Ways ways) {
    run(session, "set enable_indexscan = " + (ways.indexes() ? "on" : "off"));
    run(session, ways.spills() ? "set work_mem = '64kB'" : "reset work_mem");
    return session.execute(sql).toList().stream()
        .collect(Collectors.groupingBy(row -> row, Collectors.counting()));
  }

  private static void run(SqlSession session, String sql) {
    session.execute(sql).close();
  }

  /** Execution options: by indexes, and with little memory, or without. */
  private record Ways(boolean indexes, boolean spills) {
    static final List<Ways> ALL =
        List.of(new Ways(true, false), new Ways(false, true), new Ways(true, true));
  }
}
