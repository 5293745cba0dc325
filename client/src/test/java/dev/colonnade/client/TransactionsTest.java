package dev.colonnade.client;

import static dev.colonnade.client.TransactionScript.CONFLICT;
import static dev.colonnade.client.TransactionScript.PEOPLE;
import static dev.colonnade.client.TransactionScript.answer;
import static dev.colonnade.client.TransactionScript.completed;
import static dev.colonnade.client.TransactionScript.failed;
import static dev.colonnade.client.TransactionScript.is;
import static dev.colonnade.client.TransactionScript.statements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.FakeServer.Script;
import dev.colonnade.client.FakeServer.Session;
import dev.colonnade.client.TransactionOptions.Isolation;
import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.request.Write;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests of transactions against a scripted server. */
final class TransactionsTest {
  @AfterAll
  static void shouldLeakNothing() {
    RecordingLeakDetector.assertNoLeaks();
  }

  private static long write(ClientTransaction tx) {
    try (WriteBatch batch = PEOPLE.newBatch()) {
      batch.insert().putAll(1L, "one").end();
      return tx.write(batch).insertedCount();
    }
  }

  @Test
  void shouldEncloseTheRequestsOfAConnectionThatIsUsedAgain() {
    try (FakeServer server = new FakeServer(TransactionScript::answer);
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
    try (FakeServer server = new FakeServer(TransactionScript::answer);
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
    try (FakeServer server = new FakeServer(TransactionScript::answer);
        ColonnadeClient client = server.newClient().build()) {
      client.transact(TransactionsTest::write);
      server.sessions().forEach(Session::close);
      assertThat(client.<Long>transact(TransactionsTest::write)).isEqualTo(1);
      assertThat(server.sessions()).hasSize(2);
    }
  }

  @Test
  void shouldRefuseAServerThatWouldExecuteRequestsOutsideOfTheTransaction() {
    try (FakeServer server = new FakeServer(TransactionScript::answer);
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
    try (FakeServer server = new FakeServer(TransactionScript::answer);
        ColonnadeClient client = server.newClient().build()) {
      ClientTransaction ended = client.transact(tx -> tx);
      assertThatThrownBy(() -> write(ended)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void shouldRollBackIfTheResponseToARequestIsMissing() {
    Script silent =
        (session, frame) -> {
          if (!(frame.request() instanceof Write)) {
            answer(session, frame); // the write may have been executed
          }
        };
    try (FakeServer server = new FakeServer(silent);
        ColonnadeClient client = server.newClient().requestTimeout(Duration.ofSeconds(1)).build()) {
      assertThatThrownBy(
              () ->
                  client.transact(
                      tx -> {
                        assertThatThrownBy(() -> write(tx)).isInstanceOf(ClientException.class);
                        return "the caller ignores the failure";
                      }))
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.is(ClientError.DEADLINE_EXCEEDED)).isTrue());
      assertThat(statements(server)).contains("ROLLBACK").doesNotContain("COMMIT");
    }
  }

  @Test
  void shouldReportAnUnknownOutcomeIfTheThreadIsInterruptedDuringTheCommit() {
    Thread caller = Thread.currentThread();
    Script interrupting =
        (session, frame) -> {
          if (is(frame, "COMMIT")) {
            caller.interrupt();
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(interrupting);
        ColonnadeClient client = server.newClient().build()) {
      assertThatThrownBy(() -> client.transact(TransactionsTest::write))
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.is(ClientError.COMMIT_UNKNOWN)).isTrue());
      assertThat(Thread.interrupted()).isTrue();
      assertThat(statements(server)).containsExactly("BEGIN", "WRITE", "COMMIT");
    }
  }

  @Test
  void shouldRefuseToBlockAnEventLoop() {
    try (FakeServer server = new FakeServer(TransactionScript::answer);
        ColonnadeClient client = server.newClient().build()) {
      assertThatThrownBy(
              () ->
                  client
                      .async()
                      .transact(
                          tx -> CompletableFuture.completedFuture(client.transact(it -> "never")))
                      .join())
          .hasCauseInstanceOf(IllegalStateException.class)
          .hasMessageContaining("event loop");
      assertThat(client.<Long>transact(TransactionsTest::write)).isEqualTo(1);
    }
  }
}
