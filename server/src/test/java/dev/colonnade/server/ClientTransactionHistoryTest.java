package dev.colonnade.server;

import static dev.colonnade.server.PeopleRows.all;
import static dev.colonnade.server.PeopleRows.execute;
import static dev.colonnade.server.PeopleRows.get;
import static dev.colonnade.server.PeopleRows.keys;
import static dev.colonnade.server.PeopleRows.people;
import static dev.colonnade.server.PeopleRows.read;
import static dev.colonnade.server.PeopleRows.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ClientTransaction;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.TransactionOptions;
import dev.colonnade.client.TransactionOptions.Isolation;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.WaitPolicy;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.schema.FamilyDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.server.PeopleRows.Person;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Concurrent and random transactions of the columnar client. */
class ClientTransactionHistoryTest {
  private static final TransactionOptions READ_COMMITTED =
      TransactionOptions.DEFAULT.withIsolation(Isolation.READ_COMMITTED);

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

  /** Transfers between accounts: the sum of all ages stays the same at every snapshot. */
  @Test
  void shouldKeepTheSumOfConcurrentTransfers() throws Exception {
    int accounts = 6;
    ClientTable table = people(client, "bank", accounts);
    for (Isolation isolation : Isolation.values()) {
      TransactionOptions options = TransactionOptions.DEFAULT.withIsolation(isolation);
      concurrently(
          4,
          worker -> {
            Random random = new Random(worker);
            for (int i = 0; i < 25; i++) {
              long from = 1L + random.nextInt(accounts);
              long to = 1 + (from + random.nextInt(accounts - 1)) % accounts;
              client.transact(options, tx -> transfer(tx, table, from, to));
              int sum =
                  client.<Integer>transact(
                      TransactionOptions.DEFAULT.asReadOnly(),
                      tx -> sum(read(tx.scan(table.newScan()))));
              assertThat(sum).isEqualTo(accounts * 100);
            }
            return "";
          });
    }
  }

  private static int sum(Map<Long, Person> people) {
    return people.values().stream().mapToInt(person -> age(person)).sum();
  }

  private static int age(@Nullable Person person) {
    Integer age = person == null ? null : person.age();
    assertThat(age).isNotNull();
    return age == null ? 0 : age;
  }

  private static String transfer(ClientTransaction tx, ClientTable table, long from, long to) {
    GetBuilder get = table.newGet().lock(WireLockStrength.UPDATE);
    Map<Long, Person> rows = get(tx, get, keys(table, Math.min(from, to), Math.max(from, to)));
    write(
        tx,
        table,
        b -> {
          b.upsert().putAll(from, "p", age(rows.get(from)) - 1).end();
          b.upsert().putAll(to, "p", age(rows.get(to)) + 1).end();
        });
    return "";
  }

  @Test
  void shouldHandEveryRowOfAQueueToOneWorker() throws Exception {
    int jobs = 60;
    ClientTable table = people(client, "queue", jobs);
    Set<Long> done = ConcurrentHashMap.newKeySet();
    concurrently(
        4,
        worker -> {
          ScanBuilder next =
              table.newScan().limit(3).lock(WireLockStrength.UPDATE, WaitPolicy.SKIP_LOCKED);
          while (true) {
            Set<Long> taken =
                client.transact(
                    READ_COMMITTED,
                    tx -> {
                      Set<Long> ids = Set.copyOf(read(tx.scan(next)).keySet());
                      write(tx, table, b -> ids.forEach(id -> b.delete().putLong(id).end()));
                      return ids;
                    });
            if (taken.isEmpty()) {
              return "";
            }
            for (long id : taken) {
              assertThat(done.add(id)).as("job %s", id).isTrue();
            }
          }
        });
    assertThat(all(client, table)).isEmpty();
    assertThat(done).hasSize(jobs);
  }

  private interface Work {
    String run(int worker) throws Exception;
  }

  private static void concurrently(int workers, Work work) throws Exception {
    CountDownLatch ready = new CountDownLatch(workers);
    try (ExecutorService threads = Executors.newFixedThreadPool(workers)) {
      List<Future<String>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        int worker = i;
        Callable<String> task =
            () -> {
              ready.countDown();
              ready.await();
              return work.run(worker);
            };
        running.add(threads.submit(task));
      }
      for (Future<String> each : running) {
        each.get();
      }
    }
  }

  /** Random transactions of one client beside a map. */
  @Test
  void shouldAgreeWithAModel() throws SQLException {
    Random random = Seed.random("ClientTransactionHistoryTest");
    ClientTable table = people(client, "model", 0);
    execute(server, "create index model_age on model (age)");
    agreeWithAModel(table, random);
  }

  /** Rows of several families have several keys. */
  @Test
  void shouldAgreeWithAModelIfRowsHaveSeveralFamilies() {
    TableDefinition whole = TestServers.people("families");
    TableDefinition divided =
        new TableDefinition(
            whole.name(),
            whole.columns(),
            whole.primaryKey(),
            List.of(
                new FamilyDefinition("names", List.of("name")),
                new FamilyDefinition("ages", List.of("age"))));
    agreeWithAModel(
        client.createTable(divided, false), Seed.random("ClientTransactionHistoryTest.families"));
  }

  private static void agreeWithAModel(ClientTable table, Random random) {
    Map<Long, Person> committed = new TreeMap<>();
    for (int i = 0; i < 120; i++) {
      Map<Long, Person> model = new TreeMap<>(committed);
      boolean commits = random.nextInt(4) > 0;
      try {
        client.transact(
            tx -> {
              for (int step = random.nextInt(6); step >= 0; step--) {
                change(tx, table, random, model);
                compare(tx, table, random, model);
              }
              if (!commits) {
                throw new IllegalArgumentException("rolled back");
              }
              return "";
            });
        committed = model;
      } catch (IllegalArgumentException rolledBack) {
        assertThat(commits).isFalse();
      }
      assertThat(all(client, table)).isEqualTo(committed);
    }
  }

  private static void change(
      ClientTransaction tx, ClientTable table, Random random, Map<Long, Person> model) {
    Set<Long> ids = new TreeSet<>();
    for (int i = random.nextInt(12); i >= 0; i--) {
      ids.add((long) random.nextInt(40));
    }
    write(
        tx,
        table,
        batch -> {
          for (long id : ids) {
            Person person =
                new Person(
                    random.nextInt(5) == 0 ? null : "n" + random.nextInt(9),
                    random.nextInt(5) == 0 ? null : random.nextInt(9));
            switch (random.nextInt(4)) {
              case 0 -> {
                if (model.putIfAbsent(id, person) == null) {
                  batch.insert().putAll(id, person.name(), person.age()).end();
                }
              }
              case 1 -> {
                model.put(id, person);
                batch.upsert().putAll(id, person.name(), person.age()).end();
              }
              case 2 -> {
                model.replace(id, person);
                batch.update().putAll(id, person.name(), person.age()).end();
              }
              default -> {
                model.remove(id);
                batch.delete().putLong(id).end();
              }
            }
          }
        });
  }

  private static void compare(
      ClientTransaction tx, ClientTable table, Random random, Map<Long, Person> model) {
    ScanFormat format = random.nextBoolean() ? ScanFormat.KEY_VALUES : ScanFormat.COL_BATCH;
    ScanBuilder scan = table.newScan().format(format);
    GetBuilder get = table.newGet().format(format);
    if (random.nextBoolean()) {
      scan.lock(WireLockStrength.UPDATE);
      get.lock(WireLockStrength.SHARE);
    }
    int age = random.nextInt(9);
    Map<Long, Person> expected = new TreeMap<>();
    model.forEach(
        (id, person) -> {
          Integer known = person.age();
          if (known != null && known >= age) {
            expected.put(id, person);
          }
        });
    assertThat(read(tx.scan(scan.where(table.column("age").ge(age))))).isEqualTo(expected);
    long low = random.nextInt(40);
    Map<Long, Person> some = new TreeMap<>(model);
    some.keySet().removeIf(id -> id < low || id > low + 3);
    assertThat(get(tx, get, keys(table, low, low + 1, low + 2, low + 3))).isEqualTo(some);
  }
}
