package dev.colonnade.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.login.TargetServer;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.testing.OwnThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the choice between the servers of a cluster, against scripted servers. */
@Timeout(60)
final class TargetServerTest {
  private static final Request DROP = new SequenceRequest.Drop("ids", true);

  @AfterAll
  static void shouldLeakNothing() {
    RecordingLeakDetector.assertNoLeaks();
  }

  private static Response answer(RequestFrame frame) {
    return frame.request() instanceof SequenceRequest.ListAll
        ? new SequenceResponse.Names(List.of())
        : new Ok();
  }

  private static FakeServer server(boolean isFollower) {
    FakeServer server = new FakeServer((session, frame) -> session.answer(frame, answer(frame)));
    server.follower(isFollower);
    return server;
  }

  private static ClientBuilder builder(TargetServer target, FakeServer... servers) {
    ClientBuilder builder = ColonnadeClient.builder().target(target);
    for (FakeServer server : servers) {
      builder.server("127.0.0.1", server.port());
    }
    return builder;
  }

  private static List<Request> requests(FakeServer server) {
    return server.requests().stream().map(RequestFrame::request).toList();
  }

  @Test
  void shouldFindTheLeaderBehindFollowersAndStoppedServers() throws IOException {
    int closedPort;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closedPort = socket.getLocalPort();
    }
    try (FakeServer follower = server(true);
        FakeServer leader = server(false);
        ColonnadeClient client =
            ColonnadeClient.builder()
                .target(TargetServer.PRIMARY)
                .server("127.0.0.1", follower.port())
                .server("127.0.0.1", closedPort)
                .server("127.0.0.1", leader.port())
                .build()) {
      client.sequences().drop("ids", true);
      assertThat(requests(follower)).isEmpty();
      assertThat(requests(leader)).containsExactly(DROP);
    }
  }

  @Test
  void shouldWaitForTheNextLeader() throws Exception {
    try (FakeServer first = server(false);
        FakeServer second = server(true);
        ColonnadeClient client = builder(TargetServer.PRIMARY, first, second).build()) {
      client.sequences().drop("ids", true);
      first.follower(true);
      CompletableFuture<Void> read =
          CompletableFuture.runAsync(() -> client.sequences().names(), OwnThread.EXECUTOR);
      // Then the client has found that its connection was closed, which loses a change's outcome.
      await().until(() -> !second.sessions().isEmpty());
      CompletableFuture<Void> change =
          CompletableFuture.runAsync(
              () -> client.sequences().drop("ids", true), OwnThread.EXECUTOR);
      Thread.sleep(400);
      assertThat(change).isNotDone();
      second.follower(false);
      change.get(120, TimeUnit.SECONDS);
      read.get(120, TimeUnit.SECONDS);
      assertThat(requests(first)).containsExactly(DROP);
      assertThat(requests(second)).containsOnlyOnce(DROP);
    }
  }

  @Test
  void shouldFindTheNextLeaderWhileAServerDoesNotRespond() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        FakeServer follower = server(true);
        ColonnadeClient client =
            ColonnadeClient.builder()
                .target(TargetServer.PRIMARY)
                .server("127.0.0.1", silent.getLocalPort())
                .server("127.0.0.1", follower.port())
                .connectTimeout(Duration.ofMinutes(5))
                .build()) {
      CompletableFuture<Void> change =
          CompletableFuture.runAsync(
              () -> client.sequences().drop("ids", true), OwnThread.EXECUTOR);
      await().until(() -> !follower.sessions().isEmpty());
      follower.follower(false);
      change.get(20, TimeUnit.SECONDS);
      assertThat(requests(follower)).containsExactly(DROP);
    }
  }

  @Test
  void shouldFindTheNextLeaderByJdbcWhileAServerDoesNotRespond() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        FakeServer follower = server(true)) {
      String url =
          "jdbc:colonnade://127.0.0.1:%d,127.0.0.1:%d/colonnade?target=primary&connectTimeout=300"
              .formatted(silent.getLocalPort(), follower.port());
      CompletableFuture<Connection> search =
          CompletableFuture.supplyAsync(() -> connect(url), OwnThread.EXECUTOR);
      await().until(() -> !follower.sessions().isEmpty());
      follower.follower(false);
      search.get(20, TimeUnit.SECONDS).close();
    }
  }

  private static Connection connect(String url) {
    try {
      return DriverManager.getConnection(url);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldNotRepeatAChangeWhoseOutcomeIsUnknown() {
    try (FakeServer first = server(false);
        FakeServer second = server(true);
        ColonnadeClient client = builder(TargetServer.PRIMARY, first, second).build()) {
      first.script(
          (session, frame) -> {
            second.follower(false);
            first.follower(true);
          });
      ClientException failure =
          catchThrowableOfType(ClientException.class, () -> client.sequences().drop("ids", true));
      assertThat(failure.is(ClientError.COMMIT_UNKNOWN)).as("%s", failure).isTrue();
      assertThat(failure.sqlState()).isEqualTo("08007");
      assertThat(requests(second)).isEmpty();
      client.sequences().drop("ids", true);
      assertThat(requests(second)).containsExactly(DROP);
    }
  }

  @Test
  void shouldGiveUpAfterTheTimeoutOfARequest() {
    try (FakeServer follower = server(true);
        ColonnadeClient client =
            builder(TargetServer.PRIMARY, follower).requestTimeout(Duration.ofSeconds(2)).build()) {
      ClientException failure =
          catchThrowableOfType(ClientException.class, () -> client.sequences().drop("ids", true));
      assertThat(failure.is(ClientError.CONNECTION_FAILED)).as("%s", failure).isTrue();
      assertThat(failure).hasMessageContaining("server is not a primary");
      assertThat(requests(follower)).isEmpty();
    }
  }

  @Test
  void shouldBoundTheAgeOfReadsOnFollowersOnly() {
    try (FakeServer leader = server(false);
        FakeServer follower = server(true);
        ColonnadeClient reader =
            builder(TargetServer.REPLICA, leader, follower)
                .followerStalenessMax(Duration.ofSeconds(2))
                .build();
        ColonnadeClient writer =
            builder(TargetServer.PRIMARY, leader, follower)
                .followerStalenessMax(Duration.ofSeconds(2))
                .build()) {
      reader.sequences().names();
      writer.sequences().names();
      assertThat(requests(follower))
          .containsExactly(
              new SessionRequest.SetSetting("follower_read_staleness", "2000"),
              new SequenceRequest.ListAll());
      assertThat(requests(leader)).containsExactly(new SequenceRequest.ListAll());
    }
  }
}
