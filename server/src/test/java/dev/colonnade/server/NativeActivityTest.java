package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statements of the native protocol in {@code pg_stat_activity}. */
@Timeout(300)
final class NativeActivityTest {
  private static final String WAITING = "select pg_advisory_lock(7)";
  private static final String PREPARED = "select pg_advisory_lock(?)";

  @TempDir private Path folder;

  @Test
  void shouldShowStatementsThatRun() throws Exception {
    try (Server server = TestServers.start(folder);
        Connection holder = connect(server);
        Connection waiting = connect(server)) {
      for (boolean isPrepared : List.of(false, true)) {
        execute(holder, WAITING);
        CompletableFuture<Void> running =
            CompletableFuture.runAsync(() -> waitForLock(waiting, isPrepared), OwnThread.EXECUTOR);
        String text = isPrepared ? "select pg_advisory_lock($1)" : WAITING;
        await()
            .atMost(Duration.ofMinutes(2))
            .untilAsserted(
                () -> assertThat(states(holder)).anyMatch(state -> isActive(state, text)));
        execute(holder, "select pg_advisory_unlock(7)");
        running.get(2, TimeUnit.MINUTES);
        await()
            .atMost(Duration.ofMinutes(2))
            .untilAsserted(() -> assertThat(states(holder)).contains("idle"));
        execute(waiting, "select pg_advisory_unlock(7)");
      }
    }
  }

  @Test
  void shouldCancelAndTerminateSessionsOfOthers() throws Exception {
    try (Server server = TestServers.start(folder);
        Connection holder = connect(server);
        Connection waiting = connect(server)) {
      execute(holder, WAITING);
      CompletableFuture<Void> running =
          CompletableFuture.runAsync(() -> waitForLock(waiting, false), OwnThread.EXECUTOR);
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () -> assertThat(states(holder)).anyMatch(state -> isActive(state, WAITING)));
      execute(
          holder,
          "select pg_cancel_backend(pid) from pg_stat_activity where query like '%lock(7)'"
              + " and pid <> pg_backend_pid()");
      assertThatThrownBy(() -> running.get(2, TimeUnit.MINUTES))
          .hasRootCauseMessage("canceling statement due to user request");
      execute(waiting, "select 1");
      execute(
          holder,
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where pid <> pg_backend_pid()");
      await().atMost(Duration.ofMinutes(2)).until(() -> server.connectionCount() == 1);
      assertThatThrownBy(() -> execute(waiting, "select 1")).isInstanceOf(SQLException.class);
    }
  }

  private static boolean isActive(String state, String text) {
    return state.equals("active " + text) || state.equals("active " + PREPARED);
  }

  private static void waitForLock(Connection connection, boolean isPrepared) {
    try {
      if (isPrepared) {
        try (PreparedStatement statement = connection.prepareStatement(PREPARED)) {
          statement.setLong(1, 7);
          statement.execute();
        }
      } else {
        execute(connection, WAITING);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns state and statement of the other sessions; the state alone of those that are idle. */
  private static List<String> states(Connection connection) throws SQLException {
    List<String> states = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select state || case state when 'active' then ' ' || query else '' end"
                    + " from pg_stat_activity where pid <> pg_backend_pid()")) {
      while (rows.next()) {
        states.add(rows.getString(1));
      }
    }
    return states;
  }

  private static Connection connect(Server server) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:colonnade://127.0.0.1:%d/colonnade".formatted(server.nativeAddress().getPort()));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
