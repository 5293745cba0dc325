package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.colonnade.flight.FlightFixture.Connection;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndSavepointRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions, savepoints and cancellation of Flight SQL. */
@Tag("integration")
@SuppressWarnings("try") // closing a stream may be interrupted
class FlightTransactionTest {
  @TempDir Path folder;
  private FlightFixture fixture;
  private Connection connection;
  private FlightSqlClient client;

  @BeforeEach
  void start() {
    fixture = FlightFixture.trusting(folder.resolve("store"));
    fixture.execute("CREATE TABLE t (id int PRIMARY KEY)");
    connection = fixture.login();
    client = connection.client();
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  private List<?> query(String text, Transaction transaction) {
    return connection.read(client.execute(text, transaction, connection.option()));
  }

  private void update(String text, Transaction transaction) {
    client.executeUpdate(text, transaction, connection.option());
  }

  @Test
  void shouldCommitAndRollBack() {
    Transaction first = client.beginTransaction(connection.option());
    Transaction second = client.beginTransaction(connection.option());
    update("INSERT INTO t VALUES (1)", first);
    update("INSERT INTO t VALUES (2)", second);
    assertThat(query("SELECT id FROM t", first)).isEqualTo(List.of(List.of(1)));
    assertThat(connection.query("SELECT id FROM t")).isEmpty();
    client.commit(first, connection.option());
    client.rollback(second, connection.option());
    assertThat(connection.query("SELECT id FROM t")).containsExactly(List.of(1));
    FlightQueryTest.assertStatus(
        FlightStatusCode.INVALID_ARGUMENT,
        "25P01",
        () -> update("INSERT INTO t VALUES (3)", first));
  }

  @Test
  void shouldReportThatAFailedTransactionIsNotCommitted() {
    Transaction transaction = client.beginTransaction(connection.option());
    update("INSERT INTO t VALUES (1)", transaction);
    FlightQueryTest.assertStatus(
        FlightStatusCode.INVALID_ARGUMENT,
        "23505",
        () -> update("INSERT INTO t VALUES (1)", transaction));
    FlightQueryTest.assertStatus(
        FlightStatusCode.INVALID_ARGUMENT, "25P02", () -> query("SELECT 1", transaction));
    FlightQueryTest.assertStatus(
        FlightStatusCode.INVALID_ARGUMENT,
        "25P02",
        () -> client.commit(transaction, connection.option()));
    assertThat(connection.query("SELECT id FROM t")).isEmpty();
  }

  @Test
  void shouldRollBackToASavepoint() {
    Transaction transaction = client.beginTransaction(connection.option());
    update("INSERT INTO t VALUES (1)", transaction);
    FlightSqlClient.Savepoint savepoint =
        client.beginSavepoint(transaction, "a \"name\"", connection.option());
    update("INSERT INTO t VALUES (2)", transaction);
    // Arrow's client releases the savepoint when it is to roll back to it: the request is made
    // here.
    ActionEndSavepointRequest rollback =
        ActionEndSavepointRequest.newBuilder()
            .setSavepointId(ByteString.copyFrom(savepoint.getSavepointId()))
            .setAction(ActionEndSavepointRequest.EndSavepoint.END_SAVEPOINT_ROLLBACK)
            .build();
    fixture
        .connect()
        .doAction(
            new Action(
                FlightSqlUtils.FLIGHT_SQL_END_SAVEPOINT.getType(),
                Any.pack(rollback).toByteArray()),
            connection.option())
        .forEachRemaining(_ -> {});
    client.commit(transaction, connection.option());
    assertThat(connection.query("SELECT id FROM t")).containsExactly(List.of(1));
  }

  @Test
  void shouldReadAResultWhileAnotherStatementOfTheTransactionRuns() throws Exception {
    fixture.execute("INSERT INTO t SELECT g FROM generate_series(1, 100000) g");
    Transaction transaction = client.beginTransaction(connection.option());
    FlightInfo info = client.execute("SELECT id FROM t", transaction, connection.option());
    long rows = 0;
    try (FlightStream stream =
        client.getStream(info.getEndpoints().getFirst().getTicket(), connection.option())) {
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
        assertThat(query("SELECT 1", transaction)).hasSize(1);
      }
    }
    client.commit(transaction, connection.option());
    assertThat(rows).isEqualTo(100_000);
  }

  private static final String LONG = "SELECT pg_sleep(600)";

  private void awaitRunning(int count) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                fixture
                        .rows(
                            "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE"
                                + " ANY (ARRAY['%pg_sleep%', '%repeat(%']) AND query NOT LIKE"
                                + " '%activity%'")
                        .size()
                    == count);
  }

  @Test
  void shouldCancelARunningQueryByItsInformation() {
    FlightInfo info = client.execute(LONG, connection.option());
    CompletableFuture<Void> outcome =
        CompletableFuture.runAsync(
            () ->
                FlightQueryTest.assertStatus(
                    FlightStatusCode.CANCELLED, "57014", () -> connection.read(info)),
            OwnThread.EXECUTOR);
    awaitRunning(1);
    assertThat(
            client
                .cancelFlightInfo(new CancelFlightInfoRequest(info), connection.option())
                .getStatus())
        .isEqualTo(CancelStatus.CANCELLED);
    outcome.join();
    assertThat(
            client
                .cancelFlightInfo(new CancelFlightInfoRequest(info), connection.option())
                .getStatus())
        .isEqualTo(CancelStatus.NOT_CANCELLABLE);
    assertThat(connection.query("SELECT 1")).hasSize(1);
  }

  @Test
  void shouldCancelAStatementWhoseStreamIsCanceled() throws Exception {
    FlightInfo info = client.execute(LONG, connection.option());
    try (FlightStream stream =
        client.getStream(info.getEndpoints().getFirst().getTicket(), connection.option())) {
      awaitRunning(1);
      stream.cancel("enough", null);
    }
    awaitRunning(0);
  }

  @Test
  void shouldPauseAStatementWhoseClientDoesNotRead() throws Exception {
    FlightInfo info =
        client.execute(
            "SELECT repeat('x', 1000) FROM generate_series(1, 1000000000) g", connection.option());
    try (FlightStream stream =
        client.getStream(info.getEndpoints().getFirst().getTicket(), connection.option())) {
      assertThat(stream.next()).isTrue();
      Thread.sleep(500);
      // What the statement has produced without the client is bounded by the limits of the stream.
      assertThat(fixture.server().database().allocator().getAllocatedMemory())
          .isLessThan(64L << 20);
      stream.cancel("enough", null);
    }
    awaitRunning(0);
  }

  @Test
  void shouldCancelByAnotherSession() {
    FlightInfo info = client.execute(LONG, connection.option());
    CompletableFuture<Void> outcome =
        CompletableFuture.runAsync(
            () ->
                FlightQueryTest.assertStatus(
                    FlightStatusCode.CANCELLED, "57014", () -> connection.read(info)),
            OwnThread.EXECUTOR);
    awaitRunning(1);
    fixture.rows(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%'"
            + " AND query NOT LIKE '%activity%'");
    outcome.join();
  }
}
