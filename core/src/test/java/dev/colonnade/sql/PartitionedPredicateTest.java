package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.EngineConfig;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A row meets a predicate, or its negation, or the predicate is unknown for it: the three queries
 * together give every row once. The idea is Rigger's and Su's (ternary logic partitioning, 2020).
 */
class PartitionedPredicateTest {
  private static final int ROWS = 60;
  private static final int PREDICATES = 60;
  private static final int DEPTH_MAX = 3;

  @Test
  void shouldGiveEveryRowOnceByAnyPredicateItsNegationAndTheUnknown(@TempDir Path folder) {
    Random random = Seed.random("PartitionedPredicateTest");
    try (Database database = Database.open(EngineConfig.at(folder))) {
      SqlSession session = database.session("test").sql();
      session
          .execute(
              "create table t (id int primary key, a int, n numeric, s text, d date, i interval)")
          .close();
      for (int id = 0; id < ROWS; id++) {
        session.execute("insert into t values (" + id + ", " + row(random) + ")").close();
      }
      List<List<Object>> all = ids(session, "true");
      assertThat(all).hasSize(ROWS);
      for (int i = 0; i < PREDICATES; i++) {
        String predicate = predicate(random, DEPTH_MAX);
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

  private static String row(Random random) {
    return String.join(
        ", ",
        orNull(random, number(random)),
        orNull(random, number(random) + "." + random.nextInt(10)),
        orNull(random, text(random)),
        orNull(random, date(random)),
        orNull(random, interval(random)));
  }

  private static String orNull(Random random, String literal) {
    return random.nextInt(5) == 0 ? "null" : literal;
  }

  private static String predicate(Random random, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return comparison(random);
    }
    return switch (random.nextInt(4)) {
      case 0 -> "not (" + predicate(random, depth - 1) + ")";
      case 1 ->
          "case when " + comparison(random) + " then " + predicate(random, depth - 1) + " end";
      case 2 -> "(" + predicate(random, depth - 1) + ") or (" + predicate(random, depth - 1) + ")";
      default ->
          "(" + predicate(random, depth - 1) + ") and (" + predicate(random, depth - 1) + ")";
    };
  }

  private static String comparison(Random random) {
    String operator = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
    return switch (random.nextInt(12)) {
      case 0 -> "a " + operator + " " + number(random);
      case 1 -> "n " + operator + " " + number(random) + ".5";
      case 2 -> "s " + operator + " " + text(random);
      case 3 -> "d " + operator + " " + date(random);
      case 4 -> "i " + operator + " " + interval(random);
      case 5 -> "a between " + number(random) + " and " + number(random);
      case 6 -> "a in (" + number(random) + ", " + orNull(random, number(random)) + ")";
      case 7 -> "s like '" + (char) ('a' + random.nextInt(4)) + "%'";
      case 8 -> "a + id " + operator + " n";
      case 9 -> "a = any (array[" + number(random) + ", " + orNull(random, "1") + "])";
      case 10 -> "d + i " + operator + " timestamp '2024-01-15'";
      default -> List.of("a", "n", "s", "d", "i").get(random.nextInt(5)) + " is null";
    };
  }

  private static String number(Random random) {
    return Integer.toString(random.nextInt(21) - 10);
  }

  private static String text(Random random) {
    return "'" + (char) ('a' + random.nextInt(4)) + random.nextInt(3) + "'";
  }

  private static String date(Random random) {
    return "date '2024-01-%02d'".formatted(1 + random.nextInt(28));
  }

  private static String interval(Random random) {
    return "interval '" + (random.nextInt(5) - 2) + " days " + random.nextInt(30) + " hours'";
  }
}
