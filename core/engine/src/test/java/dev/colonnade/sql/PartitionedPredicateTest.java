package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ternary logic partitioning (Rigger and Su, 2020): a row satisfies a predicate, or its negation,
 * or the predicate is NULL for it; the three queries together return every row once.
 */
@Tag("integration")
class PartitionedPredicateTest {
  private static final int ROWS = 60;
  private static final int PREDICATES = 60;
  private static final int DEPTH_MAX = 3;

  @Test
  void shouldReturnEveryRowOnceByAPredicateItsNegationAndNull(@TempDir Path folder) {
    RandomPredicates predicates = new RandomPredicates(Seed.random("PartitionedPredicateTest"));
    try (Database database = Database.open(StorageConfig.at(folder))) {
      SqlSession session = database.session("test").sql();
      session
          .execute(
              "create table t (id int primary key, a int, n numeric, s text, d date, i interval)")
          .close();
      for (int id = 0; id < ROWS; id++) {
        session.execute("insert into t values (" + id + ", " + predicates.row() + ")").close();
      }
      List<List<Object>> all = ids(session, "true");
      assertThat(all).hasSize(ROWS);
      for (int i = 0; i < PREDICATES; i++) {
        String predicate = predicates.next(DEPTH_MAX);
        List<List<Object>> parts = new ArrayList<>();
        parts.addAll(ids(session, predicate));
        parts.addAll(ids(session, "not (" + predicate + ")"));
        parts.addAll(ids(session, "(" + predicate + ") is null"));
        assertThat(parts).as(predicate).containsExactlyInAnyOrderElementsOf(all);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static List<List<Object>> ids(SqlSession session, String predicate) {
    return (List<List<Object>>)
        (List<?>) session.execute("select id from t where " + predicate).toList();
  }
}
