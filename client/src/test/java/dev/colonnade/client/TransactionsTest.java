package dev.colonnade.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.FakeServer.Script;
import dev.colonnade.client.FakeServer.Session;
import dev.colonnade.client.TransactionOptions.Isolation;
import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlSessionStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests of transactions against a scripted server. */
final class TransactionsTest {
  private static final ClientTable PEOPLE = new ClientTable(FakeResponses.PEOPLE);
  private static final ErrorResponse CONFLICT =
      new ErrorResponse(1010, "40001", ErrorCategory.RETRY, "conflict", "");

  @AfterAll
  static void shouldLeakNothing() {
    RecordingLeakDetector.assertNoLeaks();
  }

  private static Response completed(String command) {
    return new SqlResponse.End(
        new SqlSessionStatus(WireTransactionState.IDLE, List.of()),
        new SqlCompletion(command, false, 0),
        SqlRows.none());
  }

  private static Response failed(ErrorResponse error) {
    return new SqlResponse.Failed(error, WireTransactionState.FAILED, List.of());
  }

  /** Answers as a server without failures does. */
  private static void answer(Session session, RequestFrame frame) {
    if (frame.request() instanceof SqlRequest.Run run) {
      session.answer(frame, completed(run.text().split(" ", 2)[0]));
    } else if (frame.request() instanceof Write) {
      session.answer(frame, new WriteOk(0, 1, 0, 0));
    } else {
      session.answer(frame, FakeResponses.error(ErrorCategory.FATAL));
    }
  }

  private static boolean is(RequestFrame frame, String text) {
    return frame.request() instanceof SqlRequest.Run run && run.text().startsWith(text);
  }

  private static List<String> statements(FakeServer server) {
    List<String> texts = new ArrayList<>();
    for (RequestFrame frame : server.requests()) {
      texts.add(
          frame.request() instanceof SqlRequest.Run run
              ? run.text().split(" ", 2)[0]
              : frame.request().type().name());
    }
    return texts;
  }

  private static long write(ClientTransaction tx) {
    try (WriteBatch batch = PEOPLE.newBatch()) {
      batch.insert().putAll(1L, "one").end();
      return tx.write(batch).insertedCount();
    }
  }

  @Test
  void shouldEncloseTheRequestsOfAConnectionThatIsUsedAgain() {
    try (FakeServer server = new FakeServer(TransactionsTest::answer);
        ColonnadeClient client = server.newClient().build()) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.<Long>transact(TransactionsTest::write)).isEqualTo(1);
      }
      assertThat(statements(server))
          .containsExactly(
              "BEGIN", "WRITE", "COMMIT", "BEGIN", "WRITE", "COMMIT", "BEGIN", "WRITE", "COMMIT");
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldStateItsOptions() {
    try (FakeServer server = new FakeServer(TransactionsTest::answer);
        ColonnadeClient client = server.newClient().build()) {
      client.transact(
          TransactionOptions.DEFAULT.withIsolation(Isolation.REPEATABLE_READ).asReadOnly(),
          tx -> tx.attempt());
      assertThat(server.requests().element().request())
          .isInstanceOfSatisfying(
              SqlRequest.Run.class,
              run ->
                  assertThat(run.text())
                      .isEqualTo("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
    }
  }

  @Test
  void shouldRunAgainAfterConflicts() {
    AtomicInteger conflicts = new AtomicInteger(4);
    Script script =
        (session, frame) -> {
          boolean isOdd = conflicts.get() % 2 == 1;
          if (conflicts.get() > 0 && isOdd && frame.request() instanceof Write) {
            conflicts.decrementAndGet();
            session.answer(frame, CONFLICT);
          } else if (conflicts.get() > 0 && !isOdd && is(frame, "COMMIT")) {
            conflicts.decrementAndGet();
            session.answer(frame, failed(CONFLICT));
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(script);
        ColonnadeClient client = server.newClient().build()) {
      int attempts =
          client.transact(
              tx -> {
                write(tx);
                return tx.attempt();
              });
      assertThat(attempts).isEqualTo(5);
      assertThat(statements(server)).filteredOn("ROLLBACK"::equals).hasSize(2);
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldRunAgainIfTheFailureOfARequestWasWrapped() {
    AtomicInteger conflicts = new AtomicInteger(1);
    Script script =
        (session, frame) -> {
          if (frame.request() instanceof Write && conflicts.getAndDecrement() > 0) {
            session.answer(frame, CONFLICT);
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(script);
        ColonnadeClient client = server.newClient().build()) {
      int attempts =
          client.transact(
              tx -> {
                try {
                  write(tx);
                } catch (ClientException e) {
                  throw new IllegalStateException("wrapped", e);
                }
                return tx.attempt();
              });
      assertThat(attempts).isEqualTo(2);
    }
  }

  @Test
  void shouldEndAtItsTimeoutWithTheConflict() {
    Script script =
        (session, frame) -> {
          if (is(frame, "COMMIT")) {
            session.answer(frame, failed(CONFLICT));
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(script);
        ColonnadeClient client = server.newClient().build()) {
      assertThatThrownBy(
              () ->
                  client.transact(
                      TransactionOptions.DEFAULT.withTimeout(Duration.ofMillis(50)),
                      TransactionsTest::write))
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.sqlState()).isEqualTo("40001"));
    }
  }

  @Test
  void shouldRunAgainIfTheConnectionIsLostBeforeTheCommit() {
    AtomicInteger losses = new AtomicInteger(2);
    Script script =
        (session, frame) -> {
          boolean isLost =
              losses.get() == 2 ? is(frame, "BEGIN") : frame.request() instanceof Write;
          if (losses.get() > 0 && isLost) {
            losses.decrementAndGet();
            session.close();
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(script);
        ColonnadeClient client = server.newClient().build()) {
      int attempts =
          client.transact(
              tx -> {
                write(tx);
                return tx.attempt();
              });
      assertThat(attempts).isGreaterThanOrEqualTo(3);
      assertThat(statements(server)).filteredOn("COMMIT"::equals).hasSize(1);
    }
  }

  @Test
  void shouldNotRunAgainIfTheOutcomeIsUnknown() {
    Script script =
        (session, frame) -> {
          if (is(frame, "COMMIT")) {
            session.close();
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(script);
        ColonnadeClient client = server.newClient().build()) {
      assertThatThrownBy(() -> client.transact(TransactionsTest::write))
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.is(ClientError.COMMIT_UNKNOWN)).isTrue());
      assertThat(statements(server)).containsExactly("BEGIN", "WRITE", "COMMIT");
    }
  }

  @Test
  void shouldOpenANewConnectionIfAKeptOneIsLost() {
    try (FakeServer server = new FakeServer(TransactionsTest::answer);
        ColonnadeClient client = server.newClient().build()) {
      client.transact(TransactionsTest::write);
      server.sessions().forEach(Session::close);
      assertThat(client.<Long>transact(TransactionsTest::write)).isEqualTo(1);
      assertThat(server.sessions()).hasSize(2);
    }
  }

  @Test
  void shouldRefuseAServerThatWouldExecuteRequestsOutsideOfTheTransaction() {
    try (FakeServer server = new FakeServer(TransactionsTest::answer);
        ColonnadeClient client = server.newClient().build()) {
      server.withoutTransactions();
      assertThatThrownBy(() -> client.transact(TransactionsTest::write))
          .isInstanceOfSatisfying(
              ClientException.class,
              e -> assertThat(e.is(ClientError.PROTOCOL_VIOLATION)).isTrue());
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void shouldFailIfTheServerDidNotCommit() {
    Script script =
        (session, frame) -> {
          if (is(frame, "COMMIT")) {
            session.answer(frame, completed("ROLLBACK"));
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(script);
        ColonnadeClient client = server.newClient().build()) {
      assertThatThrownBy(() -> client.transact(TransactionsTest::write))
          .isInstanceOf(ClientException.class)
          .hasMessageContaining("ROLLBACK");
    }
  }

  @Test
  void shouldRefuseRequestsAfterItsEnd() {
    try (FakeServer server = new FakeServer(TransactionsTest::answer);
        ColonnadeClient client = server.newClient().build()) {
      ClientTransaction ended = client.transact(tx -> tx);
      assertThatThrownBy(() -> write(ended)).isInstanceOf(IllegalStateException.class);
    }
  }
}
