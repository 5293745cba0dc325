package dev.colonnade.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/**
 * COPY of rows, in one transaction each, while leadership is transferred and while the leader is
 * killed: under the next leader all rows of a COPY are there or none, and all if it succeeded.
 */
@Tag("integration")
@Timeout(300)
final class CopyTransferTest {
  private static final int ROWS = 60_000;
  private static final int ROUNDS = 6;
  private static final int STEP_MILLIS = 60;

  @TempDir private Path folder;

  @Test
  void shouldCopyAllRowsOrNone() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.THREE)) {
      execute(cluster, "create table t (round int, id int, primary key (round, id))");
      List<String> outcomes = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        boolean isKill = round == ROUNDS - 1;
        String leader = cluster.leader();
        AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
        int number = round;
        Thread copy = Thread.ofPlatform().start(() -> failure.set(copy(cluster, leader, number)));
        Thread.sleep((long) STEP_MILLIS * (1 + round));
        if (isKill) {
          cluster.kill(leader);
        } else {
          transfer(cluster, leader);
        }
        copy.join();
        long found = count(cluster, round);
        SQLException failed = failure.get();
        outcomes.add(failed == null ? "copied" : failed.getSQLState() + " rows=" + found);
        if (failed == null) {
          assertThat(found).as("round " + round).isEqualTo(ROWS);
        } else {
          assertThat(found).as("round " + round + " " + failed).isIn(0L, (long) ROWS);
          assertThat(failed.getSQLState()).as("%s", failed).matches("40001|25006|08...|57P..");
        }
      }
      System.out.println("outcomes=" + outcomes);
      assertThat(outcomes)
          .as("a COPY that was interrupted")
          .anyMatch(each -> !each.equals("copied"));
    }
  }

  private static void transfer(LocalCluster cluster, String leader) throws InterruptedException {
    int next = (LocalCluster.THREE.indexOf(leader) + 1) % LocalCluster.THREE.size();
    try (Connection connection = cluster.connect(leader);
        Statement statement = connection.createStatement()) {
      statement.execute("select cluster_transfer('" + LocalCluster.THREE.get(next) + "')");
    } catch (SQLException e) {
      assertThat(e.getSQLState()).as("%s", e).matches("08...|25006|57...");
    }
  }

  private static @Nullable SQLException copy(LocalCluster cluster, String leader, int round) {
    StringBuilder rows = new StringBuilder();
    for (int id = 0; id < ROWS; id++) {
      rows.append(round).append('\t').append(id).append('\n');
    }
    String url =
        "jdbc:postgresql://"
            + cluster.server(leader).address().postgres()
            + "/colonnade?user=colonnade";
    try (Connection connection = DriverManager.getConnection(url)) {
      long copied =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn("copy t from stdin", new StringReader(rows.toString()));
      return copied == ROWS ? null : new SQLException("copied rows=" + copied, "XX000");
    } catch (SQLException e) {
      return e;
    } catch (IOException e) {
      return new SQLException(e.toString(), "08006", e);
    }
  }

  /** Counts on the leader; repeated while it changes. */
  private static long count(LocalCluster cluster, int round) throws Exception {
    for (int attempt = 0; ; attempt++) {
      try (Connection connection = cluster.connect(cluster.leader());
          Statement statement = connection.createStatement();
          ResultSet result =
              statement.executeQuery("select count(*) from t where round = " + round)) {
        result.next();
        return result.getLong(1);
      } catch (SQLException e) {
        if (attempt == 10) {
          throw e;
        }
      }
    }
  }

  private static void execute(LocalCluster cluster, String text) throws Exception {
    try (Connection connection = cluster.connect(cluster.leader());
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }
}
