package dev.colonnade.bench.tpch.load;

import dev.colonnade.client.AsyncClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.RowBuilder;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.response.WriteOk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Writer of one partition of a table: inserts rows in batches, several of which are in flight. Not
 * thread-safe; the thread that uses it closes it.
 */
final class PartitionWriter implements AutoCloseable {
  /** Limit of the batches that are sent but not acknowledged. */
  static final int IN_FLIGHT_MAX = 4;

  /** Size in bytes at which a batch is sent. */
  static final int BATCH_BYTES = 256 * 1024;

  private final AsyncClient client;
  private final ClientTable table;
  private final ConsoleProgress progress;
  private final Deque<Sent> inFlight = new ArrayDeque<>();
  private WriteBatch batch;
  private Written written = Written.NOTHING;

  PartitionWriter(AsyncClient client, ClientTable table, ConsoleProgress progress) {
    this.client = client;
    this.table = table;
    this.progress = progress;
    this.batch = table.newBatch();
  }

  /**
   * Inserts a row. Waits while {@link #IN_FLIGHT_MAX} batches are in flight.
   *
   * @param values puts the values of the row
   */
  void write(Consumer<RowBuilder> values) throws InterruptedException {
    RowBuilder row = batch.insert();
    values.accept(row);
    row.end();
    if (batch.bytes() >= BATCH_BYTES) {
      send();
    }
  }

  /** Waits until all rows are committed. */
  Written finish() throws InterruptedException {
    if (!batch.isEmpty()) {
      send();
    }
    while (!inFlight.isEmpty()) {
      awaitOldest().close();
    }
    return written;
  }

  /** Cancels the batches in flight. */
  @Override
  public void close() {
    batch.close();
    for (Sent sent : inFlight) {
      sent.answer.cancel(false);
      sent.batch.close();
    }
  }

  private void send() throws InterruptedException {
    inFlight.add(new Sent(batch, client.write(batch)));
    batch = inFlight.size() < IN_FLIGHT_MAX ? table.newBatch() : awaitOldest();
  }

  /** Waits for the oldest batch in flight and returns it, cleared for reuse. */
  private WriteBatch awaitOldest() throws InterruptedException {
    Sent oldest = inFlight.remove();
    WriteOk answer;
    try {
      answer = oldest.answer.get();
    } catch (ExecutionException e) {
      oldest.batch.close();
      throw new IllegalStateException("rows were rejected: table=" + table.name(), e.getCause());
    }
    written = written.plus(new Written(answer.insertedCount(), answer.commitTimestamp()));
    progress.loaded(oldest.batch.size());
    oldest.batch.clear();
    return oldest.batch;
  }

  private record Sent(WriteBatch batch, CompletableFuture<WriteOk> answer) {}

  /**
   * Result of committed batches.
   *
   * @param rowCount number of inserted rows
   * @param lastCommitTimestamp commit timestamp of the newest row
   */
  record Written(long rowCount, long lastCommitTimestamp) {
    static final Written NOTHING = new Written(0, 0);

    Written plus(Written other) {
      return new Written(
          rowCount + other.rowCount, Math.max(lastCommitTimestamp, other.lastCommitTimestamp));
    }
  }
}
