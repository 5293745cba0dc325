package dev.colonnade.server.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

class PgNotificationTest {
  private static final int WAIT_MILLIS = 10_000;
  private static final int NO_WAIT_MILLIS = 100;

  @TempDir private Path folder;
  private PgListenerFixture server;
  private Connection listener;
  private Connection sender;

  @BeforeEach
  void connect() throws SQLException {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
    listener = DriverManager.getConnection(server.url(), "postgres", "");
    sender = DriverManager.getConnection(server.url(), "postgres", "");
  }

  @AfterEach
  void disconnect() throws SQLException {
    sender.close();
    listener.close();
    server.close();
  }

  @Test
  void shouldDeliverToAnIdleSession() throws SQLException {
    run(listener, "listen a");
    run(sender, "notify a, 'x'", "notify b", "select pg_notify('a', 'y')");
    assertThat(received(listener, 2)).containsExactly("a:x", "a:y");
  }

  @Test
  void shouldDeliverAfterBothTransactions() throws SQLException {
    run(listener, "listen a", "begin", "select 1");
    run(sender, "begin", "notify a, '1'", "notify a, '2'", "notify a, '1'");
    assertThat(received(listener, 0)).isEmpty();
    run(sender, "commit");
    assertThat(received(listener, 0)).isEmpty();
    run(listener, "commit");
    assertThat(received(listener, 2)).containsExactly("a:1", "a:2");
  }

  @Test
  void shouldDiscardWithTheTransaction() throws SQLException {
    run(listener, "listen a", "begin", "unlisten a", "listen b", "rollback");
    run(sender, "begin", "notify a, '1'", "savepoint s", "notify a, '2'", "rollback to s");
    run(sender, "notify a, '3'", "commit", "begin", "notify a, '4'", "rollback", "notify b");
    assertThat(received(listener, 2)).containsExactly("a:1", "a:3");
  }

  @Test
  void shouldDeliverToItself() throws SQLException {
    run(sender, "begin", "listen a", "notify a, 'own'", "commit");
    assertThat(received(sender, 1)).containsExactly("a:own");
  }

  @Test
  void shouldStopAtTheEndOfTheSession() throws SQLException {
    run(listener, "listen a", "listen b", "discard all", "listen b");
    run(sender, "notify a", "notify b");
    assertThat(received(listener, 1)).containsExactly("b:");
    run(listener, "unlisten *");
    run(sender, "notify b", "select 1");
    assertThat(received(listener, 0)).isEmpty();
  }

  @Test
  void shouldRefuseLongTexts() {
    refused("select pg_notify('', 'x')", "channel name cannot be empty");
    refused("select pg_notify(repeat('c', 64), 'x')", "channel name too long");
    refused("select pg_notify('c', repeat('p', 8000))", "payload string too long");
  }

  private void refused(String sql, String message) {
    assertThatThrownBy(() -> run(sender, sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("22023");
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Returns the notifications; waits until there are at least {@code count}. */
  private static List<String> received(Connection connection, int count) throws SQLException {
    PGConnection client = connection.unwrap(PGConnection.class);
    List<String> received = new ArrayList<>();
    do {
      PGNotification[] arrived = client.getNotifications(count == 0 ? NO_WAIT_MILLIS : WAIT_MILLIS);
      if (arrived == null || arrived.length == 0) {
        break;
      }
      for (PGNotification notification : arrived) {
        received.add(notification.getName() + ":" + notification.getParameter());
      }
    } while (received.size() < count);
    return received;
  }
}
