package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/**
 * Sessions of PostgreSQL clients that outlive a change of the leader, in three processes: what they
 * report and whether they may write follows the member's role.
 */
@Tag("integration")
@Timeout(300)
final class ClusterSessionsTest {
  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
  private static final int POLL_MILLIS = 50;
  private static final String READ_ONLY = "25006";

  @TempDir private Path folder;

  @Test
  void shouldFollowTheRoleOfTheMember() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.THREE)) {
      createTable(cluster);
      String leader = cluster.leader();
      String next = LocalCluster.THREE.stream().filter(n -> !n.equals(leader)).findFirst().get();
      try (Connection idle = postgres(cluster, next);
          Connection inBlock = postgres(cluster, next);
          Connection restricted = postgres(cluster, next);
          Connection other = cluster.connect(next)) {
        await("the table", () -> "t".equals(find(idle, "select 't' from t where id = 0")));
        assertThat(parameter(idle, "in_hot_standby")).isEqualTo("on");
        assertThat(parameter(idle, "default_transaction_read_only")).isEqualTo("off");
        assertThat(find(idle, "show transaction_read_only")).isEqualTo("on");
        requireReadOnly(idle, 1);
        requireReadOnly(other, 1);
        execute(restricted, "set default_transaction_read_only = on");
        execute(inBlock, "begin");
        assertThat(find(inBlock, "select 't' from t where id = 0")).isEqualTo("t");

        transfer(cluster, next);

        assertThat(find(idle, "select pg_is_in_recovery()")).isEqualTo("f");
        assertThat(parameter(idle, "in_hot_standby")).isEqualTo("off");
        assertThat(find(idle, "show transaction_read_only")).isEqualTo("off");
        insert(idle, 1);
        insert(other, 2);
        requireReadOnly(inBlock, 3);
        execute(inBlock, "rollback");
        insert(inBlock, 3);
        requireReadOnly(restricted, 4);
        execute(restricted, "set default_transaction_read_only = off");
        insert(restricted, 4);
        assertThat(find(idle, "select count(*) from t")).isEqualTo("5");
      }
    }
  }

  @Test
  void shouldWriteAgainAfterATransferHasFailed() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.THREE)) {
      createTable(cluster);
      String leader = cluster.leader();
      List<String> others = new ArrayList<>(LocalCluster.THREE);
      others.remove(leader);
      String stopped = others.getFirst();
      Map<String, Connection> sessions = new TreeMap<>();
      for (String name : List.of(leader, others.getLast())) {
        sessions.put(name, postgres(cluster, name));
      }
      Connection orders = cluster.connect(leader);
      assertThat(find(orders, "select 't' from t")).isEqualTo("t");
      // Stopped so shortly before the order that the leader has just received its response.
      cluster.pause(stopped, true);
      long start = System.nanoTime();
      try (orders) {
        assertThatThrownBy(() -> execute(orders, "select cluster_transfer('" + stopped + "')"))
            .isInstanceOfSatisfying(
                SQLException.class,
                e -> System.out.printf("transfer ms=%d %s%n", millisSince(start), e.getMessage()));
        writeOnTheLeader(cluster, sessions, 1);
        System.out.printf("written ms=%d%n", millisSince(start));
      } finally {
        cluster.pause(stopped, false);
      }
      writeOnTheLeader(cluster, sessions, 2);
      System.out.printf("written again ms=%d%n", millisSince(start));
      for (Connection session : sessions.values()) {
        session.close();
      }
    }
  }

  private static long millisSince(long start) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  /** Writes on the session that has been open on the member that leads now, or on a new one. */
  private static void writeOnTheLeader(
      LocalCluster cluster, Map<String, Connection> sessions, int id) throws Exception {
    long start = System.nanoTime();
    while (true) {
      String leader = sessions.keySet().stream().filter(cluster::isLeader).findAny().orElse(null);
      if (leader != null) {
        Connection open = requireNonNull(sessions.get(leader));
        if (!open.isValid(1)) {
          sessions.put(leader, postgres(cluster, leader)); // closed with the role
        }
        try {
          insert(requireNonNull(sessions.get(leader)), id);
          return;
        } catch (SQLException e) {
          if (!cluster.isLeader(leader) || !READ_ONLY.equals(e.getSQLState())) {
            System.out.println("repeated: " + e.getMessage());
          } else {
            throw e;
          }
        }
      }
      if (System.nanoTime() - start > WAIT_NANOS_MAX) {
        throw new AssertionError("no member of " + sessions.keySet() + " accepts writes");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static void createTable(LocalCluster cluster) throws Exception {
    try (Connection setup = cluster.connect(cluster.leader())) {
      execute(setup, "create table t (id int primary key)");
      insert(setup, 0);
    }
  }

  private static void transfer(LocalCluster cluster, String next) throws Exception {
    await(
        "the leadership of " + next,
        () -> {
          SQLException refusal = cluster.transfer(cluster.leader(), next);
          return refusal == null && cluster.isLeader(next);
        });
  }

  private static Connection postgres(LocalCluster cluster, String name) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://"
            + cluster.server(name).address().postgres()
            + "/colonnade?user=colonnade");
  }

  private static @Nullable String parameter(Connection connection, String name)
      throws SQLException {
    return connection.unwrap(PGConnection.class).getParameterStatus(name);
  }

  private static void requireReadOnly(Connection connection, int id) {
    assertThatThrownBy(() -> insert(connection, id))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(READ_ONLY));
  }

  private static void insert(Connection connection, int id) throws SQLException {
    execute(connection, "insert into t values (" + id + ") on conflict do nothing");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static @Nullable String find(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      return result.next() ? result.getString(1) : null;
    }
  }

  /** Condition that a test waits for. */
  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(String what, Condition condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - start > WAIT_NANOS_MAX) {
        throw new AssertionError("timed out waiting for " + what);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
