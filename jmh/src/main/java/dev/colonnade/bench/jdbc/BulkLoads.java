package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.ReadableNumbers;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.client.AsyncClient;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.response.WriteOk;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Rate of bulk loads of rows such as those of {@link BatchInserts}: by the native client with
 * several batches in flight, each a transaction that is durable when it is acknowledged.
 */
final class BulkLoads {
  /** Number of rows; more than of the batched inserts, which would be too few to measure. */
  private static final int ROW_COUNT = 10 * JdbcBenchTable.ROW_COUNT;

  private static final int BATCH_ROWS = 5_000;
  private static final int IN_FLIGHT_MAX = 4;

  /** Number of loads; the first one is the warm-up and is not measured. */
  private static final int RUNS = 3;

  private final BenchTarget server;
  private final JdbcTarget own;
  private final MeasurementLog log;

  BulkLoads(BenchTarget server, JdbcTarget own, MeasurementLog log) {
    this.server = server;
    this.own = own;
    this.log = log;
  }

  void measure() throws SQLException, InterruptedException {
    log.phase("loading " + ReadableNumbers.count(ROW_COUNT) + " rows in bulk");
    long bestNanos = Long.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      JdbcBenchTable.create(own);
      long nanos = load();
      if (run > 0) {
        bestNanos = Math.min(bestNanos, nanos);
      }
    }
    log.add(
        own.metricName("bulk.rows_per_second"),
        Statistics.perSecond(ROW_COUNT, bestNanos),
        MeasurementLog.PER_SECOND);
  }

  private long load() throws InterruptedException {
    try (ColonnadeClient client = server.connect(1)) {
      ClientTable table = client.table(JdbcBenchTable.TABLE);
      Deque<Sent> inFlight = new ArrayDeque<>();
      long startNanos = System.nanoTime();
      try {
        for (long first = 1; first <= ROW_COUNT; first += BATCH_ROWS) {
          WriteBatch batch =
              inFlight.size() < IN_FLIGHT_MAX ? table.newBatch() : awaitOldest(inFlight);
          fill(batch, first);
          inFlight.add(send(client.async(), batch));
        }
        while (!inFlight.isEmpty()) {
          awaitOldest(inFlight).close();
        }
      } finally {
        inFlight.forEach(sent -> sent.batch().close());
      }
      return System.nanoTime() - startNanos;
    }
  }

  private static void fill(WriteBatch batch, long first) {
    for (long id = first; id < first + BATCH_ROWS; id++) {
      batch.insert().putLong(id).putText("row number " + id).putUnscaled(id).end();
    }
  }

  private static Sent send(AsyncClient client, WriteBatch batch) {
    return new Sent(batch, client.write(batch));
  }

  /** Waits for the oldest batch in flight and returns it, cleared for reuse. */
  private static WriteBatch awaitOldest(Deque<Sent> inFlight) throws InterruptedException {
    Sent oldest = inFlight.remove();
    try {
      WriteOk answer = oldest.answer().get();
      if (answer.insertedCount() != BATCH_ROWS) {
        throw new IllegalStateException(
            "rows are missing: expected=" + BATCH_ROWS + " inserted=" + answer.insertedCount());
      }
    } catch (ExecutionException e) {
      oldest.batch().close();
      throw new IllegalStateException("rows were rejected", e.getCause());
    }
    oldest.batch().clear();
    return oldest.batch();
  }

  private record Sent(WriteBatch batch, CompletableFuture<WriteOk> answer) {}
}
