package dev.colonnade.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.TableResponse;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.schema.TableDescription;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests of requests with a single response: each request has exactly one outcome in all cases. */
final class RequestsTest {
  private static final ClientTable PEOPLE = new ClientTable(FakeResponses.PEOPLE);

  @AfterAll
  static void shouldLeakNothing() {
    RecordingLeakDetector.assertNoLeaks();
  }

  @Test
  void shouldMatchResponsesThatArriveOutOfOrder() throws Exception {
    List<RequestFrame> received = new ArrayList<>();
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  received.add(frame);
                  if (received.size() == 3) {
                    Collections.reverse(received);
                    received.forEach(
                        it -> session.answer(it, new TableResponse.Described(described(it))));
                  }
                });
        ColonnadeClient client = server.newClient().build()) {
      List<CompletableFuture<ClientTable>> answers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        answers.add(client.async().table("table" + i));
      }
      for (int i = 0; i < 3; i++) {
        assertThat(answers.get(i).get(120, TimeUnit.SECONDS).name()).isEqualTo("table" + i);
      }
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldReportTheErrorOfTheServer() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) ->
                    session.answer(frame, FakeResponses.error(ErrorCategory.USER)));
        ColonnadeClient client = server.newClient().build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::tableNames);
      assertThat(failure.number()).isEqualTo(1234);
      assertThat(failure.sqlState()).isEqualTo("XX000");
      assertThat(failure.category()).isEqualTo(ErrorCategory.USER);
      assertThat(failure).hasMessage("scripted failure");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void shouldRetryReadsAfterRetryableErrors() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  if (frame.request() instanceof TableRequest.ListAll) {
                    session.answer(frame, FakeResponses.error(ErrorCategory.RETRY));
                  }
                });
        ColonnadeClient client = server.newClient().attemptsMax(3).build()) {
      assertThatExceptionOfType(ClientException.class).isThrownBy(client::tableNames);
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void shouldNotRetryWritesThatTheServerMayHaveReceived() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) ->
                    session.answer(frame, FakeResponses.error(ErrorCategory.RETRY)));
        ColonnadeClient client = server.newClient().build();
        WriteBatch batch = batch()) {
      ClientException failure =
          catchThrowableOfType(ClientException.class, () -> client.write(batch));
      assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void shouldRetryReadsOnAnotherConnectionWhenOneIsLost() {
    try (FakeServer server = new FakeServer((session, frame) -> session.close());
        ColonnadeClient client = server.newClient().build()) {
      server.script(
          (session, frame) -> {
            if (server.sessions().size() < 3) {
              session.close();
            } else {
              session.answer(frame, new TableResponse.Names(List.of("found")));
            }
          });
      assertThat(client.tableNames()).containsExactly("found");
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void shouldReportAnUnknownOutcomeOfAWriteWhoseConnectionIsLost() {
    try (FakeServer server = new FakeServer((session, frame) -> session.close());
        ColonnadeClient client = server.newClient().build();
        WriteBatch batch = batch()) {
      ClientException failure =
          catchThrowableOfType(ClientException.class, () -> client.write(batch));
      assertThat(failure.is(ClientError.COMMIT_UNKNOWN)).isTrue();
      assertThat(failure.sqlState()).isEqualTo("08007");
      assertThat(server.requests()).hasSize(1);
    }
  }

  /**
   * Connects the client first, so that the timeout of the next request does not include connecting.
   */
  private static void connect(FakeServer server, ColonnadeClient client) {
    server.script((session, frame) -> session.answer(frame, new Pong()));
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThatCode(client::ping)
                    .as("sessions=%s requests=%s", server.sessions(), server.requests())
                    .doesNotThrowAnyException());
    server.script((session, frame) -> {});
    server.requests().clear();
  }

  @Test
  void shouldReportAnUnknownOutcomeOfAWriteThatTimesOut() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client = server.newClient().requestTimeout(Duration.ofSeconds(2)).build();
        WriteBatch batch = batch()) {
      connect(server, client);
      ClientException failure =
          catchThrowableOfType(ClientException.class, () -> client.write(batch));
      assertThat(failure.is(ClientError.COMMIT_UNKNOWN)).isTrue();
    }
  }

  @Test
  void shouldCancelReadsAtTheirDeadline() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client = server.newClient().requestTimeout(Duration.ofSeconds(2)).build()) {
      connect(server, client);
      ClientException failure = catchThrowableOfType(ClientException.class, client::tableNames);
      assertThat(failure.is(ClientError.DEADLINE_EXCEEDED)).isTrue();
      Awaitility.await().until(() -> server.requests().size() == 2);
      List<RequestFrame> requests = List.copyOf(server.requests());
      assertThat(requests.get(0).deadlineMillis()).isBetween(1, 2_001);
      assertThat(requests.get(1).request()).isInstanceOf(Cancel.class);
      assertThat(requests.get(1).streamId()).isEqualTo(requests.get(0).streamId());
    }
  }

  @Test
  void shouldCancelTheRequestOfACanceledFuture() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client = server.newClient().build()) {
      CompletableFuture<List<String>> names = client.async().tableNames();
      Awaitility.await().until(() -> server.requests().size() == 1);
      names.cancel(false);
      Awaitility.await()
          .until(() -> server.requests().stream().anyMatch(it -> it.request() instanceof Cancel));
      server.script((session, frame) -> session.answer(frame, new Pong()));
      client.ping();
    }
  }

  @Test
  void shouldFailEverythingWhenItIsClosed() {
    try (FakeServer server = new FakeServer((session, frame) -> {})) {
      ColonnadeClient client = server.newClient().requestsInFlightMax(2).build();
      List<CompletableFuture<List<String>>> unanswered = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        unanswered.add(client.async().tableNames());
      }
      Awaitility.await().until(() -> server.requests().size() == 2);
      client.close();
      for (CompletableFuture<List<String>> future : unanswered) {
        assertThat(failureOf(future).is(ClientError.CLIENT_CLOSED)).isTrue();
      }
      assertThat(failureOf(client.async().tableNames()).is(ClientError.CLIENT_CLOSED)).isTrue();
    }
  }

  @Test
  void shouldFailRequestsThatPauseBetweenAttemptsWhenItIsClosed() {
    try (FakeServer server =
        new FakeServer(
            (session, frame) -> session.answer(frame, FakeResponses.error(ErrorCategory.RETRY)))) {
      ColonnadeClient client = server.newClient().attemptsMax(1_000).build();
      CompletableFuture<List<String>> repeated = client.async().tableNames();
      Awaitility.await().until(() -> server.requests().size() >= 5);
      client.close();
      assertThat(failureOf(repeated)).isNotNull();
    }
  }

  @Test
  void shouldLimitRequestsInFlightToTheLimitOfTheServer() {
    List<RequestFrame> received = new ArrayList<>();
    try (FakeServer server = new FakeServer((session, frame) -> received.add(frame))) {
      server.limits(ProtocolLimits.DEFAULTS.withRequestsInFlightMax(3));
      try (ColonnadeClient client = server.newClient().requestsWaitingMax(4).build()) {
        List<CompletableFuture<Pong>> pings = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          pings.add(client.async().ping());
        }
        Awaitility.await().until(() -> server.requests().size() == 3);
        // 3 in flight, 4 queued; the remaining 3 are rejected until their attempts are exhausted.
        Awaitility.await()
            .until(() -> pings.stream().filter(CompletableFuture::isDone).count() == 3);
        assertThat(server.requests()).hasSize(3);
        server.script((session, frame) -> session.answer(frame, new Pong()));
        server
            .sessions()
            .element()
            .later(0, () -> received.forEach(frame -> answer(server, frame)));
        Awaitility.await().until(() -> pings.stream().allMatch(CompletableFuture::isDone));
        assertThat(pings.stream().filter(CompletableFuture::isCompletedExceptionally)).hasSize(3);
      }
    }
  }

  @Test
  void shouldReportThatNoServerIsReachable() throws IOException {
    try (Socket unreachable = boundSocket();
        ColonnadeClient client =
            ColonnadeClient.builder()
                .server("127.0.0.1", unreachable.getLocalPort())
                .attemptsMax(2)
                .build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::ping);
      assertThat(failure.is(ClientError.CONNECTION_FAILED)).isTrue();
      assertThat(failure).hasMessageContaining(String.valueOf(unreachable.getLocalPort()));
    }
  }

  @Test
  void shouldTryTheNextServer() throws IOException {
    try (Socket unreachable = boundSocket();
        FakeServer server = new FakeServer((session, frame) -> session.answer(frame, new Pong()));
        ColonnadeClient client =
            ColonnadeClient.builder()
                .server("127.0.0.1", unreachable.getLocalPort())
                .server("127.0.0.1", server.port())
                .build()) {
      client.ping();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void shouldReportWhyTheServerRejectsTheHandshake() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) ->
                    session.answer(
                        frame,
                        new ErrorResponse(
                            ProtocolError.VERSION.number(),
                            "08P01",
                            ErrorCategory.USER,
                            "too old",
                            "")));
        ColonnadeClient client = server.newClient().build()) {
      server.passHellosToScript();
      ClientException failure = catchThrowableOfType(ClientException.class, client::ping);
      assertThat(failure.number()).isEqualTo(ProtocolError.VERSION.number());
      assertThat(failure).hasMessage("too old");
    }
  }

  @Test
  void shouldFailWhenTheServerDoesNotCompleteTheHandshake() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client =
            server.newClient().connectTimeout(Duration.ofMillis(100)).attemptsMax(1).build()) {
      server.passHellosToScript();
      ClientException failure = catchThrowableOfType(ClientException.class, client::ping);
      assertThat(failure.is(ClientError.CONNECTION_FAILED)).isTrue();
    }
  }

  @Test
  void shouldCloseTheConnectionOnJunk() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) ->
                    session.sendRaw(Unpooled.wrappedBuffer("HTTP/1.1 400".getBytes(UTF_8))));
        ColonnadeClient client = server.newClient().build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::ping);
      assertThat(failure.is(ClientError.PROTOCOL_VIOLATION)).isTrue();
      server.script((session, frame) -> session.answer(frame, new Pong()));
      client.ping();
      assertThat(server.sessions()).hasSize(2);
    }
  }

  @Test
  void shouldRejectAResponseOfAnotherType() {
    try (FakeServer server = new FakeServer((session, frame) -> session.answer(frame, new Pong()));
        ColonnadeClient client = server.newClient().build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::tableNames);
      assertThat(failure.is(ClientError.PROTOCOL_VIOLATION)).isTrue();
      client.ping();
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldDetectAnUnresponsiveServer() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client =
            server.newClient().keepAliveInterval(Duration.ofMillis(50)).attemptsMax(1).build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::tableNames);
      assertThat(failure.is(ClientError.CONNECTION_LOST)).isTrue();
      Awaitility.await()
          .until(() -> server.requests().stream().anyMatch(it -> it.request() instanceof Ping));
    }
  }

  /**
   * Retries the test, because a pause of the machine also silences the server: one success
   * suffices.
   */
  @Test
  void shouldRetainAnIdleConnectionThatRespondsToPings() {
    Awaitility.await().untilAsserted(RequestsTest::keepASilentConnection);
  }

  private static void keepASilentConnection() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  if (frame.request() instanceof Ping) {
                    session.answer(frame, new Pong());
                  } else {
                    session.later(
                        500,
                        () ->
                            session.answer(
                                frame, new TableResponse.Described(FakeResponses.PEOPLE)));
                  }
                });
        ColonnadeClient client =
            server.newClient().keepAliveInterval(Duration.ofMillis(100)).build()) {
      assertThat(client.table("people").description()).isEqualTo(FakeResponses.PEOPLE);
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldSendBatchesAsTheyWereBuilt() {
    try (FakeServer server =
            new FakeServer((session, frame) -> session.answer(frame, new WriteOk(9, 1, 2, 3)));
        ColonnadeClient client = server.newClient().build();
        WriteBatch batch = batch()) {
      assertThat(client.write(batch)).isEqualTo(new WriteOk(9, 1, 2, 3));
      Write write = (Write) server.requests().element().request();
      assertThat(write.mutationCount()).isEqualTo(2);
      batch.clear();
      batch.upsert().putAll(2L, null).end();
      assertThat(client.write(batch).commitTimestamp()).isEqualTo(9);
    }
  }

  @Test
  void shouldRejectRequestsThatExceedTheFrameLimitOfTheServer() {
    try (FakeServer server =
        new FakeServer((session, frame) -> session.answer(frame, new Pong()))) {
      server.limits(ProtocolLimits.DEFAULTS.withFrameBytesMax(100_000));
      try (ColonnadeClient client = server.newClient().build();
          WriteBatch batch = PEOPLE.newBatch()) {
        batch.upsert().putLong(1).putText("x".repeat(100_001)).end();
        ClientException failure =
            catchThrowableOfType(ClientException.class, () -> client.write(batch));
        assertThat(failure.is(ClientError.REQUEST_TOO_LARGE)).isTrue();
        client.ping();
        assertThat(server.sessions()).hasSize(1);
      }
    }
  }

  @Test
  void shouldUseSeveralConnections() {
    try (FakeServer server = new FakeServer((session, frame) -> session.answer(frame, new Pong()));
        ColonnadeClient client = server.newClient().connections(3).eventLoopThreads(2).build()) {
      for (int i = 0; i < 6; i++) {
        client.ping();
      }
      Awaitility.await().until(() -> server.sessions().size() == 3);
    }
  }

  @Test
  void shouldStartAConcurrentAttemptWhenOneIsStuck() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client = server.newClient().build()) {
      server.passHellosToScript();
      server.script(
          (session, frame) -> {
            if (!(frame.request() instanceof Hello)) {
              session.answer(frame, new Pong());
            } else if (server.sessions().size() > 1) {
              session.answer(frame, helloOk());
            }
          });
      client.ping();
      Awaitility.await().until(() -> !server.sessions().element().isOpen());
    }
  }

  @Test
  void shouldUseAnOpenConnectionWhileAnotherIsConnecting() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client = server.newClient().connections(2).build()) {
      server.passHellosToScript();
      server.script(
          (session, frame) -> {
            if (!(frame.request() instanceof Hello)) {
              session.answer(frame, new Pong());
            } else if (server.sessions().size() == 1) {
              session.answer(frame, helloOk());
            }
          });
      for (int i = 0; i < 4; i++) {
        client.ping();
      }
      assertThat(server.requests()).filteredOn(it -> it.request() instanceof Ping).hasSize(4);
    }
  }

  private static HelloOk helloOk() {
    return new HelloOk(ProtocolVersion.CURRENT, "fake", "0", ProtocolLimits.DEFAULTS, Set.of());
  }

  /** Returns a socket that is bound to a port without listening on it. */
  private static Socket boundSocket() throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket;
  }

  /** Returns the description of a table of the requested name. */
  private static TableDescription described(RequestFrame frame) {
    return new TableDescription(
        1,
        ((TableRequest.Describe) frame.request()).table(),
        FakeResponses.PEOPLE.primaryKey(),
        FakeResponses.PEOPLE.versions());
  }

  private static void answer(FakeServer server, RequestFrame frame) {
    server.sessions().element().answer(frame, new Pong());
  }

  private static WriteBatch batch() {
    WriteBatch batch = PEOPLE.newBatch();
    batch.upsert().putLong(1).putText("one").end();
    batch.delete().putLong(2).end();
    return batch;
  }

  private static ClientException failureOf(CompletableFuture<?> future) {
    try {
      future.get(120, TimeUnit.SECONDS);
      throw new AssertionError("did not fail");
    } catch (ExecutionException failure) {
      return (ClientException) requireNonNull(failure.getCause());
    } catch (Exception wrong) {
      throw new AssertionError(wrong);
    }
  }
}
