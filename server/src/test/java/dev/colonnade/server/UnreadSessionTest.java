package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ends of sessions whose client reads nothing, so that the buffers of the connection are full. */
@Tag("integration")
@Timeout(120)
class UnreadSessionTest {
  private static final Duration END_MAX = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void shouldCloseTheConnectionOfATerminatedSession() throws Exception {
    try (Server server = TestServers.start(folder);
        Connection other = DriverManager.getConnection(url(server))) {
      EndlessWork.createTables(other);
      Connection unread = DriverManager.getConnection(url(server));
      Thread client = start(other, unread);
      assertThat(number(other, "select count(pg_terminate_backend(pid)) " + FROM_UNREAD))
          .isEqualTo(1);
      await().atMost(END_MAX).until(() -> number(other, "select count(*) " + FROM_UNREAD) == 0);
      await()
          .atMost(END_MAX)
          .untilAsserted(
              () ->
                  assertThat(metrics(server).contains("\ncolonnade_pg_connections 1.0\n"))
                      .isTrue());
      assertThat(server.database().statistics().transactions().locks().held()).isZero();
      unread.abort(Runnable::run);
      client.join();
    }
  }

  @Test
  void shouldStopTheServer() throws Exception {
    Connection unread;
    Thread client;
    long startNanos;
    try (Server server = TestServers.start(folder);
        Connection other = DriverManager.getConnection(url(server))) {
      EndlessWork.createTables(other);
      unread = DriverManager.getConnection(url(server));
      client = start(other, unread);
      startNanos = System.nanoTime();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
        .as("drain-timeout is 10 s")
        .isLessThan(Duration.ofSeconds(25));
    unread.abort(Runnable::run);
    client.join();
    try (Server again = TestServers.start(folder)) {
      assertThat(again.database().statistics().transactions().active()).isZero();
    }
  }

  private static final String FROM_UNREAD =
      "from pg_stat_activity where query like 'copy (select repeat%' and pid <> pg_backend_pid()";

  /** Starts the statement, and waits until the server cannot send more of its rows. */
  private static Thread start(Connection other, Connection unread) throws Exception {
    Thread client = EndlessWork.UNREAD.start(unread);
    await().atMost(END_MAX).until(() -> number(other, "select count(*) " + FROM_UNREAD) == 1);
    Thread.sleep(2_000); // rows are sent until the buffers of both ends are full
    return client;
  }

  private static String metrics(Server server) throws Exception {
    URI page = URI.create("http://127.0.0.1:" + server.httpAddress().getPort() + "/metrics");
    try (HttpClient web = HttpClient.newHttpClient()) {
      return web.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static String url(Server server) {
    return "jdbc:postgresql://127.0.0.1:%d/colonnade?user=colonnade"
        .formatted(server.pgAddress().getPort());
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getInt(1);
    }
  }
}
