package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ClientTransaction;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.TransactionOptions;
import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kill of a server process while a client transfers amounts by transactions of two tables. Each
 * transfer is executed once, not at all, or its outcome is reported as unknown; it is never half
 * executed, and transactions that did not reach their commit run again on the next server.
 */
@Tag("integration")
class ClientTransactionKillTest {
  private static final int KILLS = 3;
  private static final int WORKERS = 3;
  private static final int ACCOUNTS = 4;
  private static final long AMOUNT = 1_000;
  private static final long TRANSFERS_BEFORE_KILL = 60;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Pattern ADDRESS = Pattern.compile("native 127\\.0\\.0\\.1:(\\d+)");

  @TempDir private Path folder;

  private final Set<Long> committed = new ConcurrentSkipListSet<>();
  private final Set<Long> unknown = new ConcurrentSkipListSet<>();
  private final AtomicLong repeated = new AtomicLong();
  private final AtomicLong ids = new AtomicLong();
  private final AtomicBoolean isDone = new AtomicBoolean();

  @Test
  void shouldExecuteEachTransferOnceOrNotAtAll() throws Exception {
    ServerChildProcess server = start(0);
    try (ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
      int port = portOf(server);
      try (ColonnadeClient client = TestServers.client(port).build()) {
        ClientTable accounts = createAccounts(client);
        ClientTable transfers = create(client, "transfers");
        List<Future<String>> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
          Random random = new Random(i);
          workers.add(threads.submit(() -> transferUntilDone(client, accounts, transfers, random)));
        }
        for (int kill = 0; kill < KILLS; kill++) {
          long before = committed.size();
          Awaitility.await()
              .atMost(LIMIT)
              .until(() -> committed.size() >= before + TRANSFERS_BEFORE_KILL);
          server.kill();
          server.close();
          server = start(port);
          assertThat(portOf(server)).isEqualTo(port);
        }
        isDone.set(true);
        for (Future<String> worker : workers) {
          assertThat(worker.get()).isEqualTo("done");
        }
        verify(client, accounts, transfers);
      } finally {
        isDone.set(true);
      }
    } finally {
      server.close();
    }
  }

  private void verify(ColonnadeClient client, ClientTable accounts, ClientTable transfers) {
    Map<Long, Long> found = rows(client, transfers);
    assertThat(found.keySet()).containsAll(committed);
    Set<Long> others = new TreeSet<>(found.keySet());
    others.removeAll(committed);
    assertThat(unknown).containsAll(others);
    Map<Long, Long> amounts = rows(client, accounts);
    assertThat(amounts.values().stream().mapToLong(amount -> amount).sum())
        .isEqualTo(ACCOUNTS * AMOUNT);
    // Account 0 pays one for each transfer.
    assertThat(amounts.get(0L)).isEqualTo(AMOUNT - found.size());
    assertThat(repeated).as("attempts beyond the first").hasPositiveValue();
  }

  private String transferUntilDone(
      ColonnadeClient client, ClientTable accounts, ClientTable transfers, Random random) {
    TransactionOptions options = TransactionOptions.DEFAULT.withTimeout(LIMIT);
    while (!isDone.get()) {
      long id = ids.incrementAndGet();
      long to = 1L + random.nextInt(ACCOUNTS - 1);
      try {
        int attempts = client.transact(options, tx -> transfer(tx, accounts, transfers, id, to));
        repeated.addAndGet(attempts - 1);
        committed.add(id);
      } catch (ClientException e) {
        if (!e.is(ClientError.COMMIT_UNKNOWN)) {
          throw e;
        }
        unknown.add(id);
      }
    }
    return "done";
  }

  private static int transfer(
      ClientTransaction tx, ClientTable accounts, ClientTable transfers, long id, long to) {
    KeyBatch keys = accounts.newKeys();
    keys.add().putLong(0).end();
    keys.add().putLong(to).end();
    long[] amounts = new long[2];
    try (ResultPage page = tx.get(accounts.newGet().lock(WireLockStrength.UPDATE), keys)) {
      RowCursor rows = page.rows();
      for (int i = 0; rows.next(); i++) {
        amounts[i] = rows.longAt(1);
      }
    }
    try (WriteBatch batch = accounts.newBatch();
        WriteBatch record = transfers.newBatch()) {
      batch.upsert().putAll(0L, amounts[0] - 1).end();
      tx.write(batch);
      record.insert().putAll(id, to).end();
      tx.write(record);
      batch.clear();
      batch.upsert().putAll(to, amounts[1] + 1).end();
      tx.write(batch);
    }
    return tx.attempt();
  }

  private static ClientTable createAccounts(ColonnadeClient client) {
    ClientTable accounts = create(client, "accounts");
    try (WriteBatch batch = accounts.newBatch()) {
      for (long id = 0; id < ACCOUNTS; id++) {
        batch.insert().putAll(id, AMOUNT).end();
      }
      client.write(batch);
    }
    return accounts;
  }

  private static ClientTable create(ColonnadeClient client, String name) {
    return client.createTable(
        new TableDefinition(
            name,
            List.of(
                ColumnDefinition.required("id", WireType.BIGINT),
                ColumnDefinition.required("value", WireType.BIGINT)),
            List.of(KeyColumnDefinition.ascending("id")),
            List.of()),
        false);
  }

  private static Map<Long, Long> rows(ColonnadeClient client, ClientTable table) {
    Map<Long, Long> rows = new TreeMap<>();
    try (ScanStream scan = client.scan(table.newScan())) {
      while (scan.next()) {
        RowCursor row = scan.page().rows();
        while (row.next()) {
          rows.put(row.longAt(0), row.longAt(1));
        }
      }
    }
    return rows;
  }

  private static int portOf(ServerChildProcess server) throws Exception {
    String line = server.line();
    Matcher address = ADDRESS.matcher(String.valueOf(line));
    assertThat(address.find()).as("%s %s", line, server.errors()).isTrue();
    return Integer.parseInt(address.group(1));
  }

  private ServerChildProcess start(int port) throws Exception {
    return ServerChildProcess.run(
        folder,
        Map.of(),
        "start",
        "--store=" + folder.resolve("store"),
        "--listen=127.0.0.1",
        "--native-port=" + port,
        "--http-port=0",
        "--pg-port=0");
  }
}
