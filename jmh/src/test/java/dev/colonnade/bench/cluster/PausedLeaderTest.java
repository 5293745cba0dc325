package dev.colonnade.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads on a leader that was stopped (SIGSTOP) and replaced: queries that wait in its sockets when
 * it continues, and later ones, return no old rows.
 *
 * <p>Flag: {@code -Dcolonnade.cluster.pause-seconds=25} for a longer pause.
 */
@Tag("integration")
@Timeout(300)
final class PausedLeaderTest {
  private static final long PAUSE_NANOS =
      TimeUnit.SECONDS.toNanos(Integer.getInteger("colonnade.cluster.pause-seconds", 4));
  private static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long NEW = 7;
  private static final int ATTEMPTS_MAX = 5;
  private static final List<String> READS =
      List.of(
          "select v from r where id = 1",
          "select sum(v) from r",
          "select v from r where v >= 0 order by v limit 1");

  @TempDir private Path folder;

  private final Set<Long> values = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicInteger current = new AtomicInteger();

  @Test
  void shouldServeNoOldRowsWhenItContinues() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.THREE)) {
      List<Connection> waiting = new ArrayList<>();
      String leader = connect(cluster, waiting);
      cluster.pause(leader, true);
      long stopped = System.nanoTime();
      List<Thread> threads = new ArrayList<>();
      try {
        for (int i = 0; i < waiting.size(); i++) {
          int number = i;
          threads.add(Thread.ofPlatform().start(() -> read(cluster, leader, waiting, number)));
        }
        replace(cluster, leader);
        Thread.sleep(
            TimeUnit.NANOSECONDS.toMillis(
                Math.max(0, PAUSE_NANOS - (System.nanoTime() - stopped))));
      } finally {
        cluster.pause(leader, false);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.printf("refused=%d current=%d%n", refusals.get(), current.get());
      assertThat(problems).isEmpty();
      assertThat(refusals.get()).as("refusals").isPositive();
      assertThat(current.get()).as("reads of the new row").isPositive();
    }
  }

  /**
   * Creates the row and connections to the leader, whose name is returned. Repeated if leadership
   * changes meanwhile, as on a busy machine.
   */
  private String connect(LocalCluster cluster, List<Connection> connections) throws Exception {
    for (int attempt = 0; ; attempt++) {
      String leader = cluster.leader();
      try (Connection setup = cluster.connect(leader);
          Statement statement = setup.createStatement()) {
        statement.execute("create table if not exists r (id int primary key, v bigint not null)");
        statement.execute("insert into r values (1, 0) on conflict do nothing");
        statement.execute("create sequence if not exists s cache 100");
        takeValue(statement);
        for (int i = 0; i <= READS.size(); i++) {
          Connection connection = cluster.connect(leader);
          connections.add(connection);
          assertThat(number(connection, READS.get(i % READS.size()))).isZero();
        }
        if (cluster.isLeader(leader)) {
          return leader;
        }
      } catch (SQLException e) {
        if (attempt == ATTEMPTS_MAX) {
          throw e;
        }
      }
      connections.clear();
    }
  }

  /** Changes the row by another leader. */
  private void replace(LocalCluster cluster, String stopped) throws Exception {
    String next =
        LocalCluster.THREE.stream().filter(name -> !name.equals(stopped)).findAny().orElseThrow();
    String other =
        LocalCluster.THREE.stream()
            .filter(name -> !name.equals(stopped) && !name.equals(next))
            .findAny()
            .orElseThrow();
    while (!cluster.isLeader(next) && !cluster.isLeader(other)) {
      Thread.sleep(20);
    }
    try (Connection connection = cluster.connect(cluster.isLeader(next) ? next : other);
        Statement statement = connection.createStatement()) {
      statement.execute("update r set v = " + NEW + " where id = 1");
      for (int i = 0; i < 300; i++) {
        takeValue(statement);
      }
    }
  }

  private void takeValue(Statement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery("select nextval('s')")) {
      result.next();
      if (!values.add(result.getLong(1))) {
        problems.add("repeated value of the sequence: " + result.getLong(1));
      }
    }
  }

  /** Reads on one of the open connections, which are blocked, and then on new ones. */
  private void read(LocalCluster cluster, String leader, List<Connection> open, int number) {
    boolean isOfSequence = number == READS.size();
    String query = isOfSequence ? "select nextval('s')" : READS.get(number);
    LongPredicate isExpected = isOfSequence ? values::add : value -> value == NEW;
    readOnce(open.get(number), query, isExpected);
    long start = System.nanoTime();
    while (System.nanoTime() - start < AFTER_NANOS) {
      try (Connection connection = cluster.connect(leader);
          Statement statement = connection.createStatement()) {
        statement.execute("set follower_read_staleness = 0");
        readOnce(connection, query, isExpected);
      } catch (SQLException e) {
        refusals.incrementAndGet(); // the ports are closed while the role changes
      }
    }
  }

  private void readOnce(Connection connection, String query, LongPredicate isExpected) {
    try (connection) {
      long value = number(connection, query);
      if (isExpected.test(value)) {
        current.incrementAndGet();
      } else {
        problems.add(query + " returned " + value);
      }
    } catch (SQLException e) {
      if (!String.valueOf(e.getSQLState()).matches("40001|25006|08...|57P..")) {
        problems.add(query + " failed: " + e);
      }
      refusals.incrementAndGet();
    }
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }
}
