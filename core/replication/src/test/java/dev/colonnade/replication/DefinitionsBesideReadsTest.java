package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of definitions that move rows and drop indexes while statements on followers read the table,
 * and while leadership is transferred. Each statement on any member finds all rows, or is refused
 * with an error after which it can be repeated.
 */
@Tag("integration")
@Timeout(300)
class DefinitionsBesideReadsTest {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int ROWS = 600;
  private static final int ROUNDS = 6;
  private static final int READS_MIN = 20;

  /** Queries with their results; the first two use the index or the key while there is one. */
  private static final Map<String, String> READS =
      Map.of(
          "select id, n from t where v = 'v77'", "[[77, 1]]",
          "select v from t where id = 123", "[[v123]]",
          "select count(*), sum(n), count(distinct v) from t", "[[600, 600, 600]]",
          "select count(*) from t where v >= 'v' and n > 0", "[[600]]");

  private static final List<String> DEFINITIONS =
      List.of(
          "drop index if exists t_v",
          "alter table t add primary key (id)",
          "create index if not exists t_v on t (v)",
          "alter table t drop constraint if exists t_pkey");

  @TempDir private Path folder;

  private final Queue<String> problems = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> reads = new ConcurrentHashMap<>();
  private final AtomicBoolean isStopped = new AtomicBoolean();

  @Test
  void shouldFindAllRowsOnEveryMember() throws Exception {
    try (TestCluster cluster =
        new TestCluster(folder, TestCluster.timing(100_000), NAMES.toArray(String[]::new))) {
      cluster
          .node(cluster.leader())
          .run(
              "create table t (id int not null, v text, n int)",
              "create index t_v on t (v)",
              "insert into t select n, 'v' || n, 1 from generate_series(1, " + ROWS + ") n");
      cluster.awaitFollowers();
      List<Thread> readers = new ArrayList<>();
      for (String name : NAMES) {
        readers.add(Thread.ofPlatform().start(() -> read(cluster, name)));
      }
      for (int round = 0; round < ROUNDS; round++) {
        Thread definitions = Thread.ofPlatform().start(() -> define(cluster));
        if (round % 2 == 1) {
          transfer(cluster);
        }
        definitions.join();
      }
      isStopped.set(true);
      for (Thread reader : readers) {
        reader.join();
      }
      assertThat(problems).isEmpty();
      assertThat(reads.values()).hasSize(NAMES.size()).allMatch(count -> count >= READS_MIN);
      cluster.awaitFollowers();
      for (String name : NAMES) {
        READS.forEach(
            (query, expected) ->
                assertThat(cluster.node(name).run(query)).as(query).hasToString(expected));
      }
    }
  }

  private void read(TestCluster cluster, String name) {
    while (!isStopped.get()) {
      Database open = cluster.node(name).database;
      if (open == null) {
        Thread.onSpinWait(); // the role changes
        continue;
      }
      for (Map.Entry<String, String> each : READS.entrySet()) {
        try (SqlSession session = open.session("test").sql()) {
          String found = session.execute(each.getKey()).toList().toString();
          if (!found.equals(each.getValue())) {
            problems.add(name + ": " + each.getKey() + " found " + found);
          }
          reads.merge(name, 1, Integer::sum);
        } catch (ColonnadeException e) {
          requireTemporary(name + ": " + each.getKey(), e);
        } catch (RuntimeException e) {
          if (cluster.node(name).database == open) {
            problems.add(name + ": " + each.getKey() + " failed: " + e);
          } // else the database was closed meanwhile
        }
      }
    }
  }

  private void requireTemporary(String what, ColonnadeException e) {
    if (e.code() != ErrorCode.SERIALIZATION_FAILURE
        && e.code() != ErrorCode.COMMIT_UNKNOWN
        && e.code() != ErrorCode.READ_ONLY_TRANSACTION
        && e.code() != ErrorCode.SHUTTING_DOWN) {
      problems.add(what + " failed: " + e.code() + " " + e.getMessage());
    }
  }

  /** Runs the definitions in their order, each until it has succeeded. */
  private void define(TestCluster cluster) {
    for (String definition : DEFINITIONS) {
      for (boolean isDone = false; !isDone; ) {
        try {
          cluster.node(cluster.leader()).run(definition);
          isDone = true;
        } catch (ColonnadeException e) {
          // An attempt of unknown outcome may have succeeded.
          isDone = e.code() == ErrorCode.INVALID_DEFINITION;
          if (!isDone) {
            requireTemporary(definition, e);
          }
        } catch (NullPointerException | IllegalStateException e) {
          Thread.onSpinWait(); // the database was closed in between
        }
        if (!problems.isEmpty()) {
          return;
        }
      }
    }
  }

  private static void transfer(TestCluster cluster) throws InterruptedException {
    Thread.sleep(20);
    String next = cluster.follower();
    try {
      cluster.node(cluster.leader()).member().transferTo(next, Duration.ofSeconds(10));
    } catch (ColonnadeException e) {
      assertThat(e.code()).isIn(ErrorCode.READ_ONLY_TRANSACTION, ErrorCode.DEADLINE_EXCEEDED);
    }
    cluster.leader();
  }
}
