package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.sql.execute.ExecutionResources;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Loss of a client of the PostgreSQL protocol during work of every kind: the statement ends, its
 * transaction is rolled back, and its locks, memory and temporary files are released.
 */
@Tag("integration")
@Timeout(120)
class LostClientTest {
  /** Time limit of the end; generous, because the machine may be busy. */
  private static final Duration END_MAX = Duration.ofSeconds(10);

  private static final Duration START_MAX = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(EndlessWork.class)
  void shouldEndTheWorkOfALostClient(EndlessWork work) throws Exception {
    try (Server server = TestServers.start(folder)) {
      String url =
          "jdbc:postgresql://127.0.0.1:%d/colonnade?user=colonnade"
              .formatted(server.pgAddress().getPort());
      try (Connection other = DriverManager.getConnection(url)) {
        EndlessWork.createTables(other);
        other.setAutoCommit(false);
        assertThat(isLocked(other, 0)).as("locked by others").isFalse();
        Connection lost = DriverManager.getConnection(url);
        Thread client = work.start(lost);
        try (Connection watching = DriverManager.getConnection(url)) {
          await().atMost(START_MAX).until(() -> isActive(watching, work.sql()));
          assertThat(isLocked(watching, work.lockedId())).isTrue();
          lost.abort(Runnable::run);
          await().atMost(END_MAX).until(() -> !isLocked(watching, work.lockedId()));
          await().atMost(END_MAX).until(() -> !isActive(watching, work.sql()));
        }
        client.join();
      }
      ExecutionResources resources = server.database().context().resources();
      await()
          .atMost(END_MAX)
          .untilAsserted(
              () -> {
                assertThat(server.database().statistics().transactions().active()).isZero();
                assertThat(server.database().statistics().transactions().locks().held()).isZero();
                assertThat(server.database().statistics().directBytes()).isZero();
                assertThat(resources.memory().bytesUsed()).isZero();
                assertThat(resources.spill().fileCount()).isZero();
              });
    }
  }

  private static boolean isActive(Connection connection, String sql) throws SQLException {
    String text = sql.replace("'", "''");
    String query =
        "select count(*) from pg_stat_activity where state = 'active' and query = '" + text + "'";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() && rows.getInt(1) > 0;
    }
  }

  /** Returns whether another transaction has locked a row; otherwise this one locks it. */
  private static boolean isLocked(Connection connection, int id) throws SQLException {
    String query = "select v from held where id = %d for update skip locked".formatted(id);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return !rows.next();
    }
  }
}
