package dev.colonnade.server;

import static dev.colonnade.server.PeopleRows.all;
import static dev.colonnade.server.PeopleRows.keys;
import static dev.colonnade.server.PeopleRows.people;
import static dev.colonnade.server.PeopleRows.read;
import static dev.colonnade.server.PeopleRows.requireState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.AsyncScan;
import dev.colonnade.client.AsyncTransaction;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.TransactionOptions;
import dev.colonnade.client.TransactionOptions.Isolation;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.scan.ScanPageLimits;
import dev.colonnade.protocol.scan.WaitPolicy;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.server.PeopleRows.Person;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asynchronous transactions of the columnar client at a server. */
class AsyncTransactionTest {
  @TempDir private static Path folder;

  private static Server server;
  private static ColonnadeClient client;

  @BeforeAll
  static void start() {
    server = TestServers.start(folder.resolve("store"));
    client = TestServers.connect(server);
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static CompletableFuture<WriteOk> write(
      AsyncTransaction tx, ClientTable table, Consumer<WriteBatch> rows) {
    WriteBatch batch = table.newBatch();
    rows.accept(batch);
    return tx.write(batch).whenComplete((ok, failure) -> batch.close());
  }

  private static CompletableFuture<Map<Long, Person>> get(
      AsyncTransaction tx, GetBuilder get, ClientTable table, long... ids) {
    return tx.get(get, keys(table, ids)).thenApply(AsyncTransactionTest::rowsOf);
  }

  private static Map<Long, Person> rowsOf(ResultPage page) {
    Map<Long, Person> rows = new TreeMap<>();
    try (page) {
      read(page, rows);
    }
    return rows;
  }

  /** Returns the rows of a scan, which is closed at its end. */
  private static CompletableFuture<Map<Long, Person>> scan(
      AsyncTransaction tx, ScanBuilder builder) {
    AsyncScan scan = tx.scan(builder);
    return rest(scan, new TreeMap<>()).whenComplete((rows, failure) -> scan.close());
  }

  private static CompletableFuture<Map<Long, Person>> rest(AsyncScan scan, Map<Long, Person> rows) {
    return scan.nextPage()
        .thenCompose(
            page -> {
              if (page.isEmpty()) {
                return CompletableFuture.completedFuture(rows);
              }
              rows.putAll(rowsOf(page.orElseThrow()));
              return rest(scan, rows);
            });
  }

  @Test
  void shouldCommitAllWritesTogether() {
    ClientTable left = people(client, "async_left", 0);
    ClientTable right = people(client, "async_right", 0);

    Map<Long, Person> seen =
        client
            .async()
            .<Map<Long, Person>>transact(
                tx -> {
                  // Sent at once; executed in this order.
                  var first = write(tx, left, batch -> batch.insert().putAll(1L, "a", 1).end());
                  var second = write(tx, right, batch -> batch.insert().putAll(2L, "b", 2).end());
                  var rows = scan(tx, left.newScan());
                  return CompletableFuture.allOf(first, second).thenCompose(none -> rows);
                })
            .join();

    assertThat(seen).containsOnlyKeys(1L);
    assertThat(all(client, left)).containsOnlyKeys(1L);
    assertThat(all(client, right)).containsOnlyKeys(2L);
  }

  @Test
  void shouldRollBackWhenTheWorkFails() {
    ClientTable table = people(client, "async_rollback", 2);
    Map<Long, Person> before = all(client, table);

    assertThatThrownBy(
            () ->
                client
                    .async()
                    .transact(
                        tx ->
                            write(tx, table, batch -> batch.delete().putLong(1).end())
                                .thenAccept(
                                    ok -> {
                                      throw new IllegalArgumentException("enough");
                                    }))
                    .join())
        .hasCauseInstanceOf(IllegalArgumentException.class);

    assertThat(all(client, table)).isEqualTo(before);
  }

  @Test
  void shouldNotCommitAfterAFailureThatIsIgnored() {
    ClientTable table = people(client, "async_failed", 1);
    List<String> states = new ArrayList<>();

    assertThatThrownBy(
            () ->
                client
                    .async()
                    .transact(
                        tx -> {
                          var all = new ArrayList<CompletableFuture<?>>();
                          all.add(write(tx, table, b -> b.insert().putAll(7L, "x", 1).end()));
                          all.add(write(tx, table, b -> b.insert().putAll(1L, "x", 1).end()));
                          all.add(write(tx, table, b -> b.insert().putAll(8L, "x", 1).end()));
                          all.add(get(tx, table.newGet(), table, 1));
                          all.add(scan(tx, table.newScan()));
                          CompletableFuture<String> end =
                              CompletableFuture.completedFuture("ignored");
                          for (CompletableFuture<?> request : all) {
                            end =
                                end.thenCombine(
                                    request.handle(
                                        (ok, e) -> e == null ? "" : states.add(stateOf(e))),
                                    (result, none) -> result);
                          }
                          return end;
                        })
                    .join())
        .cause()
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.sqlState()).isEqualTo("23505"));

    assertThat(states).containsExactly("23505", "25P02", "25P02", "25P02");
    assertThat(all(client, table)).containsOnlyKeys(1L);
  }

  private static String stateOf(Throwable failure) {
    Throwable cause = failure;
    while (!(cause instanceof ClientException)) {
      cause = Objects.requireNonNull(cause.getCause());
    }
    return ((ClientException) cause).sqlState();
  }

  @Test
  void shouldContinueAfterAScanThatIsClosedEarly() {
    ClientTable table = people(client, "async_closed", 50);
    ScanBuilder small = table.newScan().credit(1, 1).pageLimits(new ScanPageLimits(1, 0, 0, false));

    client
        .async()
        .transact(
            tx -> {
              AsyncScan scan = tx.scan(small);
              return scan.nextPage()
                  .thenCompose(
                      page -> {
                        page.orElseThrow().close();
                        scan.close();
                        return write(tx, table, b -> b.delete().putLong(1).end());
                      });
            })
        .join();

    assertThat(all(client, table)).hasSize(49);
  }

  /** The server reads the second page, which no row is in, when the scan is closed. */
  @Test
  void shouldContinueAfterAScanThatIsClosedWhileItReads() {
    ClientTable table = people(client, "async_closed_reading", 20_000);
    ScanBuilder first =
        table
            .newScan()
            .where(table.column("name").eq("p1"))
            .pageLimits(new ScanPageLimits(1, 0, 0, false));
    for (int i = 0; i < 20; i++) {
      long id = 2L + i;
      client
          .async()
          .transact(
              tx -> {
                AsyncScan scan = tx.scan(first);
                return scan.nextPage()
                    .thenCompose(
                        page -> {
                          page.orElseThrow().close();
                          scan.close();
                          return write(tx, table, batch -> batch.delete().putLong(id).end());
                        });
              })
          .join();
    }
    assertThat(all(client, table)).hasSize(20_000 - 20);
  }

  @Test
  void shouldKeepTheSumOfConcurrentTransfers() {
    int accounts = 4;
    ClientTable table = people(client, "async_bank", accounts);
    for (Isolation isolation : Isolation.values()) {
      TransactionOptions options = TransactionOptions.DEFAULT.withIsolation(isolation);
      List<CompletableFuture<WriteOk>> running = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        long from = 1L + i % accounts;
        long to = 1L + (i + 1 + i / accounts % (accounts - 1)) % accounts;
        running.add(client.async().transact(options, tx -> transfer(tx, table, from, to)));
      }
      running.forEach(CompletableFuture::join);
      Map<Long, Person> rows = all(client, table);
      assertThat(rows.values().stream().mapToInt(AsyncTransactionTest::age).sum())
          .as(isolation.name())
          .isEqualTo(accounts * 100);
    }
  }

  private static int age(Person person) {
    return Objects.requireNonNull(person.age());
  }

  private static CompletableFuture<WriteOk> transfer(
      AsyncTransaction tx, ClientTable table, long from, long to) {
    GetBuilder lock = table.newGet().lock(WireLockStrength.UPDATE);
    return get(tx, lock, table, Math.min(from, to), Math.max(from, to))
        .thenCompose(
            rows ->
                write(
                    tx,
                    table,
                    batch -> {
                      int paid = age(Objects.requireNonNull(rows.get(from))) - 1;
                      int received = age(Objects.requireNonNull(rows.get(to))) + 1;
                      batch.upsert().putAll(from, "p", paid).end();
                      batch.upsert().putAll(to, "p", received).end();
                    }));
  }

  @Test
  void shouldHandEveryRowOfAQueueToOneWorker() {
    int jobs = 40;
    ClientTable table = people(client, "async_queue", jobs);
    Set<Long> done = ConcurrentHashMap.newKeySet();
    List<CompletableFuture<Integer>> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(work(table, done, 0));
    }
    assertThat(workers.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(jobs);
    assertThat(all(client, table)).isEmpty();
    assertThat(done).hasSize(jobs);
  }

  private static CompletableFuture<Integer> work(ClientTable table, Set<Long> done, int count) {
    TransactionOptions options = TransactionOptions.DEFAULT.withIsolation(Isolation.READ_COMMITTED);
    ScanBuilder next =
        table.newScan().limit(3).lock(WireLockStrength.UPDATE, WaitPolicy.SKIP_LOCKED);
    return client
        .async()
        .<Set<Long>>transact(
            options,
            tx ->
                scan(tx, next)
                    .thenCompose(
                        rows ->
                            write(
                                    tx,
                                    table,
                                    b -> rows.keySet().forEach(id -> b.delete().putLong(id).end()))
                                .thenApply(ok -> Set.copyOf(rows.keySet()))))
        .thenCompose(
            taken -> {
              taken.forEach(id -> assertThat(done.add(id)).as("job %s", id).isTrue());
              return taken.isEmpty()
                  ? CompletableFuture.completedFuture(count)
                  : work(table, done, count + taken.size());
            });
  }

  @Test
  void shouldReleaseItsLocksWhenItIsCanceledWhileItWaits() {
    ClientTable table = people(client, "async_canceled", 2);
    GetBuilder lock = table.newGet().lock(WireLockStrength.UPDATE);
    GetBuilder impatient = table.newGet().lock(WireLockStrength.UPDATE, WaitPolicy.NOWAIT);
    TransactionOptions once = TransactionOptions.DEFAULT.withTimeout(Duration.ZERO);

    client.transact(
        tx -> {
          PeopleRows.get(tx, lock, keys(table, 1));
          CompletableFuture<Map<Long, Person>> waiting =
              client
                  .async()
                  .transact(
                      other ->
                          get(other, lock, table, 2)
                              .thenCompose(rows -> get(other, lock, table, 1)));
          Awaitility.await()
              .untilAsserted(
                  () ->
                      requireState(
                          "55P03",
                          () ->
                              client.transact(
                                  once,
                                  third -> PeopleRows.get(third, impatient, keys(table, 2)))));
          waiting.cancel(false);
          Awaitility.await()
              .ignoreExceptions()
              .untilAsserted(
                  () ->
                      assertThat(
                              client.<Map<Long, Person>>transact(
                                  once, third -> PeopleRows.get(third, impatient, keys(table, 2))))
                          .containsOnlyKeys(2L));
          return "";
        });
  }
}
