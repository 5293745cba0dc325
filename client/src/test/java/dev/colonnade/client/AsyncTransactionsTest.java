package dev.colonnade.client;

import static dev.colonnade.client.TransactionScript.CONFLICT;
import static dev.colonnade.client.TransactionScript.PEOPLE;
import static dev.colonnade.client.TransactionScript.answer;
import static dev.colonnade.client.TransactionScript.failed;
import static dev.colonnade.client.TransactionScript.is;
import static dev.colonnade.client.TransactionScript.statements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.FakeServer.Script;
import dev.colonnade.client.FakeServer.Session;
import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.WriteOk;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests of asynchronous transactions against a scripted server. */
final class AsyncTransactionsTest {
  @AfterAll
  static void shouldLeakNothing() {
    RecordingLeakDetector.assertNoLeaks();
  }

  private static CompletableFuture<Long> write(AsyncTransaction tx) {
    WriteBatch batch = PEOPLE.newBatch();
    batch.insert().putAll(1L, "one").end();
    try {
      return tx.write(batch)
          .whenComplete((ok, failure) -> batch.close())
          .thenApply(WriteOk::insertedCount);
    } catch (IllegalStateException ended) {
      batch.close();
      throw ended;
    }
  }

  /** Responds to the first requests of one kind with a conflict. */
  private static Script conflicting(int count, boolean atCommit) {
    AtomicInteger conflicts = new AtomicInteger(count);
    return (session, frame) -> {
      boolean isChosen = atCommit ? is(frame, "COMMIT") : frame.request() instanceof Write;
      if (!isChosen || conflicts.getAndDecrement() <= 0) {
        answer(session, frame);
      } else if (atCommit) {
        session.answer(frame, failed(CONFLICT));
      } else {
        session.answer(frame, CONFLICT);
      }
    };
  }

  private static void requireCause(ThrowingCallable call, ClientError error) {
    assertThatThrownBy(call)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(ClientException.class, e -> assertThat(e.is(error)).isTrue());
  }

  @Test
  void shouldSendRequestsBeforeTheResponsesToEarlierOnes() throws Exception {
    CountDownLatch writes = new CountDownLatch(3);
    AtomicReference<Runnable> held = new AtomicReference<>(() -> {});
    Script script =
        (session, frame) -> {
          if (frame.request() instanceof Write) {
            writes.countDown();
            Runnable before = held.get();
            held.set(
                () -> {
                  before.run();
                  answer(session, frame);
                });
            if (writes.getCount() == 0) {
              held.get().run();
            }
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(script);
        ColonnadeClient client = server.newClient().build()) {
      CompletableFuture<Long> sum =
          client
              .async()
              .transact(
                  tx -> {
                    CompletableFuture<Long> first = write(tx);
                    CompletableFuture<Long> second = write(tx);
                    return write(tx).thenCombine(first, Long::sum).thenCombine(second, Long::sum);
                  });
      assertThat(writes.await(2, TimeUnit.MINUTES)).isTrue();
      assertThat(sum.join()).isEqualTo(3);
      assertThat(statements(server)).containsExactly("BEGIN", "WRITE", "WRITE", "WRITE", "COMMIT");
    }
  }

  @Test
  void shouldUseAConnectionAgain() {
    try (FakeServer server = new FakeServer(TransactionScript::answer);
        ColonnadeClient client = server.newClient().build()) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.async().<Long>transact(AsyncTransactionsTest::write).join()).isEqualTo(1);
      }
      assertThat(client.<Long>transact(tx -> 7L)).isEqualTo(7);
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldRunAgainAfterConflicts() {
    for (boolean atCommit : new boolean[] {false, true}) {
      try (FakeServer server = new FakeServer(conflicting(3, atCommit));
          ColonnadeClient client = server.newClient().build()) {
        int attempts =
            client
                .async()
                .<Integer>transact(tx -> write(tx).thenApply(count -> tx.attempt()))
                .join();
        assertThat(attempts).isEqualTo(4);
        assertThat(statements(server)).filteredOn("ROLLBACK"::equals).hasSize(atCommit ? 0 : 3);
        assertThat(server.sessions()).hasSize(1);
      }
    }
  }

  @Test
  void shouldEndAtItsTimeoutWithTheConflict() {
    try (FakeServer server = new FakeServer(conflicting(Integer.MAX_VALUE, true));
        ColonnadeClient client = server.newClient().build()) {
      TransactionOptions brief = TransactionOptions.DEFAULT.withTimeout(Duration.ofMillis(50));
      assertThatThrownBy(() -> client.async().transact(brief, AsyncTransactionsTest::write).join())
          .cause()
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.sqlState()).isEqualTo("40001"));
    }
  }

  @Test
  void shouldRunAgainIfTheConnectionIsLostBeforeTheCommit() {
    AtomicInteger losses = new AtomicInteger(2);
    Script script =
        (session, frame) -> {
          if (frame.request() instanceof Write && losses.getAndDecrement() > 0) {
            session.close();
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(script);
        ColonnadeClient client = server.newClient().build()) {
      assertThat(client.async().<Long>transact(AsyncTransactionsTest::write).join()).isEqualTo(1);
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
      requireCause(
          () -> client.async().transact(AsyncTransactionsTest::write).join(),
          ClientError.COMMIT_UNKNOWN);
      assertThat(statements(server)).containsExactly("BEGIN", "WRITE", "COMMIT");
    }
  }

  @Test
  void shouldRollBackIfTheWorkFails() {
    try (FakeServer server = new FakeServer(TransactionScript::answer);
        ColonnadeClient client = server.newClient().build()) {
      assertThatThrownBy(
              () ->
                  client
                      .async()
                      .transact(
                          tx ->
                              write(tx)
                                  .thenApply(
                                      count -> {
                                        throw new IllegalArgumentException("enough");
                                      }))
                      .join())
          .hasCauseInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(
              () ->
                  client
                      .async()
                      .transact(
                          tx -> {
                            throw new IllegalArgumentException("at once");
                          })
                      .join())
          .hasCauseInstanceOf(IllegalArgumentException.class);
      assertThat(statements(server))
          .containsExactly("BEGIN", "WRITE", "ROLLBACK", "BEGIN", "ROLLBACK");
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldNotCommitIfAFailureIsIgnored() {
    try (FakeServer server = new FakeServer(conflicting(1, false));
        ColonnadeClient client = server.newClient().build()) {
      int attempts =
          client
              .async()
              .<Integer>transact(tx -> write(tx).handle((count, ignored) -> tx.attempt()))
              .join();
      assertThat(attempts).isEqualTo(2);
      assertThat(statements(server))
          .containsExactly("BEGIN", "WRITE", "ROLLBACK", "BEGIN", "WRITE", "COMMIT");
    }
  }

  @Test
  void shouldNotCommitIfARequestIsCanceled() {
    Script silent =
        (session, frame) -> {
          if (!(frame.request() instanceof Write)) {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(silent);
        ColonnadeClient client = server.newClient().build()) {
      requireCause(
          () ->
              client
                  .async()
                  .transact(
                      tx -> {
                        WriteBatch batch = PEOPLE.newBatch();
                        batch.insert().putAll(1L, "one").end();
                        CompletableFuture<WriteOk> canceled = tx.write(batch);
                        batch.close();
                        canceled.cancel(false);
                        return CompletableFuture.completedFuture("ignored");
                      })
                  .join(),
          ClientError.CANCELED);
      assertThat(statements(server)).contains("ROLLBACK").doesNotContain("COMMIT");
    }
  }

  @Test
  void shouldEndTheTransactionIfItIsCanceled() {
    CountDownLatch written = new CountDownLatch(1);
    Script silent =
        (session, frame) -> {
          if (frame.request() instanceof Write) {
            written.countDown(); // as if it waited for a lock
          } else {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(silent);
        ColonnadeClient client = server.newClient().build()) {
      CompletableFuture<Long> running = client.async().transact(AsyncTransactionsTest::write);
      Awaitility.await().until(() -> written.getCount() == 0);
      running.cancel(false);
      Awaitility.await().until(() -> server.sessions().stream().noneMatch(Session::isOpen));
      assertThat(statements(server)).doesNotContain("COMMIT");
    }
  }

  @Test
  void shouldRefuseRequestsAfterItsEnd() {
    try (FakeServer server = new FakeServer(TransactionScript::answer);
        ColonnadeClient client = server.newClient().build()) {
      AsyncTransaction ended =
          client.async().<AsyncTransaction>transact(CompletableFuture::completedFuture).join();
      assertThatThrownBy(() -> write(ended)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void shouldFailWhenTheClientIsClosed() {
    Script silent =
        (session, frame) -> {
          if (!(frame.request() instanceof Write)) {
            answer(session, frame);
          }
        };
    try (FakeServer server = new FakeServer(silent)) {
      ColonnadeClient client = server.newClient().build();
      CompletableFuture<Long> running = client.async().transact(AsyncTransactionsTest::write);
      client.close();
      assertThatThrownBy(running::join).hasCauseInstanceOf(ClientException.class);
      requireCause(
          () -> client.async().transact(AsyncTransactionsTest::write).join(),
          ClientError.CLIENT_CLOSED);
      assertThatThrownBy(() -> client.transact(tx -> "never"))
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.is(ClientError.CLIENT_CLOSED)).isTrue());
    }
  }
}
