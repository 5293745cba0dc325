package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.colonnade.server.config.PgConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits for clients that send nothing, stop within a message, or do not read. */
class PgLimitsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Session limit; the server accepts 64 connections beyond it. */
  private static final int SESSIONS_MAX = 4;

  private static final int CONNECTIONS_MAX = SESSIONS_MAX + 64;

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // each test starts it first
  private PgListenerFixture server;

  private PgListenerFixture start(PgConfig config) {
    server = PgListenerFixture.start(folder, config);
    return server;
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RawPgClient login() throws IOException {
    return RawPgClient.login(server.port(), "postgres");
  }

  @Test
  void shouldServeOthersWhileAClientReadsNoneOfItsResponses() throws Exception {
    start(PgListenerFixture.PATIENT);
    int count = 2_000;
    try (RawPgClient client = login()) {
      client.query("create table t (id int primary key, v text)");
      client.query("insert into t values (1, repeat('x', 100000))");
      for (int i = 0; i < 20; i++) {
        assertThat(client.query("select v from t where id = 1")).hasSize(4); // the plan is cached
      }
      for (int i = 0; i < count; i++) {
        client.send('Q', "select v from t where id = 1");
      }
      assertTimeoutPreemptively(
          PATIENCE,
          () -> {
            for (int i = 0; i < 8; i++) { // on all event loops
              try (RawPgClient other = login()) {
                assertThat(other.query("select 1")).contains("D 1");
              }
            }
            for (int i = 0; i < count; i++) {
              assertThat(client.until('Z')).hasSize(4);
            }
          });
    }
  }

  @Test
  void shouldLimitSilentConnections() throws Exception {
    start(PgListenerFixture.PATIENT.withConnectionsMax(SESSIONS_MAX));
    List<Socket> silent = new ArrayList<>();
    try (RawPgClient client = login()) {
      try {
        for (int i = 0; i < 2_000; i++) {
          silent.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        }
        login().close(); // replaces the oldest of them
        for (Socket socket : silent.subList(0, silent.size() - CONNECTIONS_MAX)) {
          assertThat(isClosed(socket)).isTrue();
        }
        assertThat(client.query("select 1")).contains("D 1");
      } finally {
        for (Socket socket : silent) {
          socket.close();
        }
      }
      assertThat(client.query("select 2")).contains("D 2");
    }
    await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> login().close());
  }

  @Test
  void shouldRefuseMessagesOverTheLimitAndKeepTheSession() throws Exception {
    start(
        new PgConfig(
            0, SESSIONS_MAX, PgConfig.MESSAGE_BYTES_MIN, PgListenerFixture.PATIENT.timeouts()));
    String large = "select '" + "x".repeat(3 * PgConfig.MESSAGE_BYTES_MIN) + "'";
    try (RawPgClient client = login()) {
      assertRefused(client.query(large));
      client.send('P', "", large, (short) 0).send('H').send('S');
      assertRefused(client.texts());
      assertThat(client.query("create table t (v text)")).contains("C CREATE TABLE");
      client.send('Q', "copy t from stdin");
      client.until('G');
      client.send('d', "kept\n").send('d', large).send('c');
      assertRefused(client.texts());
      assertThat(client.query("select count(*) from t")).contains("D 0", "Z I");
    }
  }

  private static void assertRefused(List<String> responses) {
    assertThat(responses).anyMatch(text -> text.startsWith("E 54000 message is too long"));
    assertThat(responses).last().isEqualTo("Z I");
  }

  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout((int) PATIENCE.toMillis());
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  @Test
  void shouldEndASessionAfterTheIdleTimeout() throws Exception {
    start(
        PgConfig.DEFAULT.withTimeouts(
            new PgConfig.Timeouts(Duration.ofMinutes(5), Duration.ofMillis(200))));
    try (RawPgClient client = login()) {
      assertThat(client.toEnd())
          .containsExactly("E 57P05 terminating connection due to idle-session timeout");
    }
  }

  @Test
  void shouldRollBackACopyWhoseClientDisconnects() throws Exception {
    start(PgListenerFixture.PATIENT);
    try (RawPgClient other = login()) {
      other.query("create table copied (id int primary key, name text)");
      try (RawPgClient client = login()) {
        client.send('Q', "copy copied from stdin");
        assertThat(client.read().type()).isEqualTo('G');
        client.send('d', "1\tone\n2\ttw".getBytes(UTF_8));
      }
      await().atMost(PATIENCE).until(() -> server.server().sessionCount() == 1);
      assertThat(other.query("select count(*) from copied")).contains("D 0");
      assertThat(other.query("drop table copied")).contains("C DROP TABLE");
    }
  }

  @Test
  void shouldReportACanceledCopy() throws Exception {
    start(PgListenerFixture.PATIENT);
    try (RawPgClient client = login()) {
      client.query("create table copied (id int primary key)");
      client.send('Q', "copy copied from stdin");
      assertThat(client.read().type()).isEqualTo('G');
      client.send('d', "1\n".getBytes(UTF_8)).send('f', "no more");
      assertThat(client.texts()).first().asString().startsWith("E 57014").contains("no more");
      assertThat(client.query("select count(*) from copied")).contains("D 0");
    }
  }

  @Test
  void shouldBlockOnlyTheSessionThatDoesNotRead() throws Exception {
    start(PgListenerFixture.PATIENT);
    try (RawPgClient slow = login();
        RawPgClient other = login()) {
      slow.send('Q', "select repeat('x', 1000) from generate_series(1, 50000)");
      assertThat(slow.read().type()).isEqualTo('T');
      for (int i = 0; i < 20; i++) {
        assertThat(other.query("select " + i)).contains("D " + i);
      }
      int rows = 0;
      for (RawPgClient.Message message = slow.read();
          message.type() == 'D';
          message = slow.read()) {
        rows++;
      }
      assertThat(rows).isEqualTo(50_000);
      assertThat(slow.until('Z')).hasSize(1);
    }
  }

  /** Rows of a statement of its own are sent after its commit: it cannot be canceled any more. */
  @ParameterizedTest
  @CsvSource({"pg_cancel_backend, true", "pg_terminate_backend, false"})
  void shouldReportACommittedChangeWhileItsRowsAreSent(String function, boolean isCompleted)
      throws Exception {
    start(PgListenerFixture.PATIENT);
    try (RawPgClient slow = login();
        RawPgClient other = login()) {
      slow.query("create table big (id int primary key, t text)");
      slow.query("insert into big select g, repeat('x', 1000) from generate_series(1, 30000) g");
      String id = slow.query("select pg_backend_pid()").get(1).substring(2);
      slow.send('Q', "delete from big returning t");
      assertThat(slow.read().type()).isEqualTo('T');
      assertThat(other.query("select " + function + "(" + id + ")")).contains("D t");
      List<RawPgClient.Message> rest = slow.until(isCompleted ? 'Z' : 'E');
      if (isCompleted) {
        assertThat(rest).hasSize(30_002);
        assertThat(rest.get(30_000).toString()).isEqualTo("C DELETE 30000");
      } else {
        assertThat(rest).hasSizeLessThan(30_000);
        assertThat(rest.getLast().toString()).startsWith("E 57P01");
      }
      await().atMost(PATIENCE).until(() -> server.server().sessionCount() == (isCompleted ? 2 : 1));
      assertThat(other.query("select count(*) from big")).contains("D 0");
    }
  }

  /** A client that disconnects during a result leaves no session behind. */
  @Test
  void shouldEndAResultWhenItsClientDisconnects() throws Exception {
    start(PgListenerFixture.PATIENT);
    try (RawPgClient slow = login()) {
      slow.send('Q', "select repeat('x', 1000) from generate_series(1, 1000000000)");
      assertThat(slow.read().type()).isEqualTo('T');
    }
    await().atMost(PATIENCE).until(() -> server.server().sessionCount() == 0);
  }
}
