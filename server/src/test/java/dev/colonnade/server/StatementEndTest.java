package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.colonnade.clock.NanoTicker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ends of statements that a function keeps busy for minutes, by the loss of the client, a request
 * of the client, a time limit, and the termination of the server process.
 */
@Tag("integration")
@Timeout(300)
class StatementEndTest {
  private static final Pattern READY =
      Pattern.compile("native 127\\.0\\.0\\.1:(\\d+) .* pg 127\\.0\\.0\\.1:(\\d+) ");

  private static final Map<String, String> ENVIRONMENT =
      Map.of("COLONNADE_NETWORK_DRAIN_TIMEOUT", "1 s");

  private static final Duration STATEMENT_END_MAX = Duration.ofSeconds(5);
  private static final Duration SHUTDOWN_MAX = Duration.ofSeconds(30);

  private static final String ENDLESS = "select repeat('a', 50000) ~ '(a*)*b'";
  private static final String POSTGRESQL = "postgresql";
  private static final String COLONNADE = "colonnade";

  @TempDir private Path folder;

  private ServerChildProcess start() throws Exception {
    return ServerChildProcess.run(
        folder,
        ENVIRONMENT,
        "start",
        "--store=" + folder.resolve("store"),
        "--native-port=0",
        "--http-port=0",
        "--pg-port=0");
  }

  private static Map<String, String> urls(ServerChildProcess child) {
    Matcher ports = READY.matcher(String.valueOf(child.line()));
    assertThat(ports.find()).isTrue();
    return Map.of(
        COLONNADE,
        "jdbc:colonnade://127.0.0.1:" + ports.group(1) + "/colonnade",
        POSTGRESQL,
        "jdbc:postgresql://127.0.0.1:" + ports.group(2) + "/colonnade?user=colonnade");
  }

  /** Executes an endless statement on a thread of its own; returns once it is sent. */
  private static Thread executeEndless(Connection connection) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  begun.countDown();
                  assertThatExceptionOfType(SQLException.class)
                      .isThrownBy(() -> execute(connection, ENDLESS));
                });
    begun.await();
    TimeUnit.MILLISECONDS.sleep(500);
    return thread;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static boolean tryLock(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select pg_try_advisory_lock(1)")) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  @Test
  void shouldCloseTheStoreWhenTerminatedWhileStatementsRun() throws Exception {
    List<Thread> clients = new ArrayList<>();
    List<Connection> connections = new ArrayList<>();
    try (ServerChildProcess child = start()) {
      Map<String, String> urls = urls(child);
      for (String url : urls.values()) {
        for (int i = 0; i < 3; i++) {
          clients.add(executeEndless(DriverManager.getConnection(url)));
        }
      }
      Connection holder = DriverManager.getConnection(urls.get(POSTGRESQL));
      EndlessWork.createTables(holder);
      holder.setAutoCommit(false);
      execute(holder, "update held set v = 1 where id = 0");
      for (EndlessWork work : EndlessWork.values()) {
        Connection connection = DriverManager.getConnection(urls.get(POSTGRESQL));
        connections.add(connection);
        clients.add(work.start(connection));
      }
      TimeUnit.MILLISECONDS.sleep(500);
      NanoTicker ticker = NanoTicker.system();
      long start = ticker.nanos();
      child.terminate();
      assertThat(child.status()).isZero();
      assertThat(Duration.ofNanos(ticker.nanos() - start)).isLessThan(SHUTDOWN_MAX);
      assertThat(child.errors()).contains("stopped").doesNotContain("Exception");
    }
    for (Connection connection : connections) {
      connection.abort(Runnable::run); // a client that reads nothing does not notice the end
    }
    for (Thread client : clients) {
      client.join();
    }
    assertThat(folder.resolve("store").resolve("HOLDER")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {COLONNADE, POSTGRESQL})
  void shouldEndTheStatementOfALostClient(String protocol) throws Exception {
    try (ServerChildProcess child = start()) {
      Map<String, String> urls = urls(child);
      try (Connection other = DriverManager.getConnection(urls.get(POSTGRESQL))) {
        Connection lost = DriverManager.getConnection(urls.get(protocol));
        assertThat(tryLock(lost)).isTrue();
        Thread client = executeEndless(lost);
        assertThat(tryLock(other)).isFalse();
        lost.abort(Runnable::run);
        await().atMost(STATEMENT_END_MAX).until(() -> tryLock(other));
        client.join();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {COLONNADE, POSTGRESQL})
  void shouldReportWhyAStatementWasCanceled(String protocol) throws Exception {
    try (ServerChildProcess child = start();
        Connection connection = DriverManager.getConnection(urls(child).get(protocol));
        Statement statement = connection.createStatement()) {
      execute(connection, "set statement_timeout = 100");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute(ENDLESS))
          .withMessageContaining("canceling statement due to statement timeout")
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      execute(connection, "set statement_timeout = 0");
      Thread canceling =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      TimeUnit.MILLISECONDS.sleep(500);
                      statement.cancel();
                    } catch (InterruptedException | SQLException e) {
                      throw new IllegalStateException("cannot cancel", e);
                    }
                  });
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute(ENDLESS))
          .withMessageContaining("canceling statement due to user request")
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      canceling.join();
    }
  }
}
