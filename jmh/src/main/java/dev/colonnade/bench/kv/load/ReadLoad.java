package dev.colonnade.bench.kv.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.AsyncClient;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Background load of point gets of random existing rows, until it is stopped. */
public final class ReadLoad {
  /** Number of gets in flight. */
  static final int LOOP_COUNT = 4;

  private final List<GetLoop> loops = new ArrayList<>();
  private volatile boolean stopped;

  private ReadLoad() {}

  /**
   * Starts the load.
   *
   * @param rowCount number of rows in the table, which are those of the first keys
   */
  public static ReadLoad start(
      ColonnadeClient client, ClientTable table, KvKeys keys, long rowCount) {
    ReadLoad load = new ReadLoad();
    for (int i = 0; i < LOOP_COUNT; i++) {
      load.loops.add(load.new GetLoop(client.async(), table, new Rows(keys, rowCount), i));
    }
    load.loops.forEach(GetLoop::send);
    return load;
  }

  /** Stops the load. Returns the latencies in nanoseconds. */
  public Histogram stop() throws InterruptedException {
    stopped = true;
    Histogram latencies = new Histogram(WriteLoop.LATENCY_DIGITS);
    for (GetLoop loop : loops) {
      latencies.add(loop.await());
    }
    return latencies;
  }

  /** Rows that are read: those of the first keys. */
  private record Rows(KvKeys keys, long count) {
    Rows {
      requireNonNull(keys, "keys is null");
    }
  }

  /** Closed loop of gets. Used by one thread at a time. */
  private final class GetLoop {
    private final AsyncClient client;
    private final GetBuilder get;
    private final KeyBatch key;
    private final Rows rows;
    private final SplittableRandom random;
    private final Histogram latencies = new Histogram(WriteLoop.LATENCY_DIGITS);
    private final CompletableFuture<Histogram> done = new CompletableFuture<>();
    private long sentNanos;

    GetLoop(AsyncClient client, ClientTable table, Rows rows, int number) {
      this.client = client;
      this.get = table.newGet().columns("k");
      this.key = table.newKeys();
      this.rows = rows;
      this.random = new SplittableRandom(number);
    }

    void send() {
      key.clear();
      key.add().putLong(rows.keys.key(random.nextLong(rows.count))).end();
      sentNanos = System.nanoTime();
      var _ = client.get(get, key).whenComplete(this::receive);
    }

    Histogram await() throws InterruptedException {
      try {
        return done.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a get failed: " + e.getCause(), e.getCause());
      }
    }

    private void receive(@Nullable ResultPage page, @Nullable Throwable failure) {
      if (page == null) {
        done.completeExceptionally(
            failure == null ? new IllegalStateException("no page and no failure") : failure);
        return;
      }
      int rowCount = page.rowCount();
      page.close();
      if (rowCount != 1) {
        done.completeExceptionally(
            new IllegalStateException("a row is missing: rowCount=" + rowCount));
        return;
      }
      latencies.recordValue(System.nanoTime() - sentNanos);
      if (stopped) {
        done.complete(latencies);
      } else {
        send();
      }
    }
  }
}
