package dev.colonnade.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.DescribeTable;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.ListTables;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.RequestFrame;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.TableDescribed;
import dev.colonnade.protocol.response.TableList;
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

/** Requests with one answer: whatever happens, each of them has one outcome. */
final class RequestsTest {
  private static final Table PEOPLE = new Table(Answers.PEOPLE);

  @AfterAll
  static void shouldLeakNothing() {
    RecordingLeakDetector.assertNoLeaks();
  }

  @Test
  void shouldPairAnswersThatComeOutOfOrder() throws Exception {
    List<RequestFrame> held = new ArrayList<>();
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  held.add(frame);
                  if (held.size() == 3) {
                    Collections.reverse(held);
                    held.forEach(it -> session.answer(it, new TableDescribed(described(it))));
                  }
                });
        ColonnadeClient client = server.newClient().build()) {
      List<CompletableFuture<Table>> answers = new ArrayList<>();
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
  void shouldTellWhatTheServerSays() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> session.answer(frame, Answers.error(ErrorCategory.USER)));
        ColonnadeClient client = server.newClient().build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::tableNames);
      assertThat(failure.number()).isEqualTo(1234);
      assertThat(failure.sqlState()).isEqualTo("XX000");
      assertThat(failure.category()).isEqualTo(ErrorCategory.USER);
      assertThat(failure).hasMessage("told to fail");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void shouldRepeatReadsThatMayBeRepeated() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  if (frame.request() instanceof ListTables) {
                    session.answer(frame, Answers.error(ErrorCategory.RETRY));
                  }
                });
        ColonnadeClient client = server.newClient().attemptsMax(3).build()) {
      assertThatExceptionOfType(ClientException.class).isThrownBy(client::tableNames);
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void shouldNotRepeatWritesThatTheServerMayHaveSeen() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> session.answer(frame, Answers.error(ErrorCategory.RETRY)));
        ColonnadeClient client = server.newClient().build();
        WriteBatch batch = batch()) {
      ClientException failure =
          catchThrowableOfType(ClientException.class, () -> client.write(batch));
      assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void shouldRepeatReadsOnAnotherConnectionWhenOneIsLost() {
    try (FakeServer server = new FakeServer((session, frame) -> session.close());
        ColonnadeClient client = server.newClient().build()) {
      server.script(
          (session, frame) -> {
            if (server.sessions().size() < 3) {
              session.close();
            } else {
              session.answer(frame, new TableList(List.of("found")));
            }
          });
      assertThat(client.tableNames()).containsExactly("found");
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void shouldNotKnowOfAWriteWhoseConnectionIsLost() {
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

  /** So that the time of the next request is its own, however long connecting takes. */
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
  void shouldNotKnowOfAWriteThatIsNotAnsweredInTime() {
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
  void shouldGiveUpReadsAtTheirDeadlineAndTellTheServer() {
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
  void shouldCancelWhatIsNotWaitedFor() {
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
            (session, frame) -> session.answer(frame, Answers.error(ErrorCategory.RETRY)))) {
      ColonnadeClient client = server.newClient().attemptsMax(1_000).build();
      CompletableFuture<List<String>> repeated = client.async().tableNames();
      Awaitility.await().until(() -> server.requests().size() >= 5);
      client.close();
      assertThat(failureOf(repeated)).isNotNull();
    }
  }

  @Test
  void shouldSendNoMoreThanTheServerTakesInFlight() {
    List<RequestFrame> held = new ArrayList<>();
    try (FakeServer server = new FakeServer((session, frame) -> held.add(frame))) {
      server.limits(ProtocolLimits.DEFAULTS.withRequestsInFlightMax(3));
      try (ColonnadeClient client = server.newClient().requestsWaitingMax(4).build()) {
        List<CompletableFuture<Pong>> pings = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          pings.add(client.async().ping());
        }
        Awaitility.await().until(() -> server.requests().size() == 3);
        // 3 in flight, 4 waiting; the others are refused, and refused again until they give up.
        Awaitility.await()
            .until(() -> pings.stream().filter(CompletableFuture::isDone).count() == 3);
        assertThat(server.requests()).hasSize(3);
        server.script((session, frame) -> session.answer(frame, new Pong()));
        server.sessions().element().later(0, () -> held.forEach(frame -> answer(server, frame)));
        Awaitility.await().until(() -> pings.stream().allMatch(CompletableFuture::isDone));
        assertThat(pings.stream().filter(CompletableFuture::isCompletedExceptionally)).hasSize(3);
      }
    }
  }

  @Test
  void shouldSayWhenNoServerIsThere() throws IOException {
    try (Socket unheard = boundSocket();
        ColonnadeClient client =
            ColonnadeClient.builder()
                .server("127.0.0.1", unheard.getLocalPort())
                .attemptsMax(2)
                .build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::ping);
      assertThat(failure.is(ClientError.CONNECTION_FAILED)).isTrue();
      assertThat(failure).hasMessageContaining(String.valueOf(unheard.getLocalPort()));
    }
  }

  @Test
  void shouldTryTheNextServer() throws IOException {
    try (Socket unheard = boundSocket();
        FakeServer server = new FakeServer((session, frame) -> session.answer(frame, new Pong()));
        ColonnadeClient client =
            ColonnadeClient.builder()
                .server("127.0.0.1", unheard.getLocalPort())
                .server("127.0.0.1", server.port())
                .build()) {
      client.ping();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void shouldTellWhyTheServerRefusesTheHandshake() {
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
      server.leaveHandshakeToScript();
      ClientException failure = catchThrowableOfType(ClientException.class, client::ping);
      assertThat(failure.number()).isEqualTo(ProtocolError.VERSION.number());
      assertThat(failure).hasMessage("too old");
    }
  }

  @Test
  void shouldGiveUpAServerThatDoesNotAnswerTheHandshake() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client =
            server.newClient().connectTimeout(Duration.ofMillis(100)).attemptsMax(1).build()) {
      server.leaveHandshakeToScript();
      ClientException failure = catchThrowableOfType(ClientException.class, client::ping);
      assertThat(failure.is(ClientError.CONNECTION_FAILED)).isTrue();
    }
  }

  @Test
  void shouldGiveUpAConnectionOnJunk() {
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
  void shouldRefuseAnAnswerOfAnotherKind() {
    try (FakeServer server = new FakeServer((session, frame) -> session.answer(frame, new Pong()));
        ColonnadeClient client = server.newClient().build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::tableNames);
      assertThat(failure.is(ClientError.PROTOCOL_VIOLATION)).isTrue();
      client.ping();
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldNoticeAServerThatHasGoneSilent() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client =
            server.newClient().keepAliveInterval(Duration.ofMillis(50)).attemptsMax(1).build()) {
      ClientException failure = catchThrowableOfType(ClientException.class, client::tableNames);
      assertThat(failure.is(ClientError.CONNECTION_LOST)).isTrue();
      Awaitility.await()
          .until(() -> server.requests().stream().anyMatch(it -> it.request() instanceof Ping));
    }
  }

  /** When the machine pauses, the server is silent indeed: it has to go well once. */
  @Test
  void shouldKeepASilentConnectionThatAnswersPings() {
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
                        500, () -> session.answer(frame, new TableDescribed(Answers.PEOPLE)));
                  }
                });
        ColonnadeClient client =
            server.newClient().keepAliveInterval(Duration.ofMillis(100)).build()) {
      assertThat(client.table("people").description()).isEqualTo(Answers.PEOPLE);
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
  void shouldRefuseRequestsThatTheServerWouldNotTake() {
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
  void shouldConnectAnewBesideAnAttemptThatIsStuck() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client = server.newClient().build()) {
      server.leaveHandshakeToScript();
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
  void shouldUseAConnectionThatIsOpenWhileAnotherIsNot() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client = server.newClient().connections(2).build()) {
      server.leaveHandshakeToScript();
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

  /** Holds a port on which nobody listens. */
  private static Socket boundSocket() throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket;
  }

  /** The description of a table of the name that is asked for. */
  private static TableDescription described(RequestFrame frame) {
    return new TableDescription(
        1,
        ((DescribeTable) frame.request()).table(),
        Answers.PEOPLE.primaryKey(),
        Answers.PEOPLE.versions());
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
