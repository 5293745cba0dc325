package dev.colonnade.bench.scan;

import dev.colonnade.bench.tpch.OrderKeys;
import dev.colonnade.client.AsyncClient;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Closed loop of point gets: sends the next get as soon as the previous one is answered, until a
 * deadline. Started by one thread, then run by the client's event loop only.
 */
final class PointGetLoop {
  /** Significant digits of latencies. */
  static final int LATENCY_DIGITS = 3;

  /** Line number of the first line, which every order has. */
  private static final int FIRST_LINE = 1;

  private final AsyncClient client;
  private final GetBuilder get;
  private final KeyBatch keys;
  private final long orderCount;
  private final long endNanos;
  private final SplittableRandom random;
  private final Histogram latencies = new Histogram(LATENCY_DIGITS);
  private final CompletableFuture<Histogram> done = new CompletableFuture<>();
  private long sentNanos;

  PointGetLoop(
      AsyncClient client, ClientTable lineItem, long orderCount, long seed, long endNanos) {
    this.client = client;
    this.get = lineItem.newGet().columns("l_quantity", "l_extendedprice", "l_comment");
    this.keys = lineItem.newKeys();
    this.orderCount = orderCount;
    this.endNanos = endNanos;
    this.random = new SplittableRandom(seed);
  }

  void start() {
    send();
  }

  /** Waits for the end of the loop. Returns the latencies in nanoseconds. */
  Histogram await() throws InterruptedException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a get failed", e.getCause());
    }
  }

  private void send() {
    keys.clear();
    keys.add()
        .putLong(OrderKeys.keyOf(random.nextLong(1, orderCount + 1)))
        .putInt(FIRST_LINE)
        .end();
    sentNanos = System.nanoTime();
    var _ = client.get(get, keys).whenComplete(this::receive);
  }

  private void receive(@Nullable ResultPage page, @Nullable Throwable failure) {
    if (page == null) {
      done.completeExceptionally(
          failure == null ? new IllegalStateException("no page and no failure") : failure);
      return;
    }
    int rowCount = page.rowCount();
    long value = rowCount == 1 ? page.column(0).unscaledLowAt(0) : 0;
    page.close();
    if (value <= 0) {
      done.completeExceptionally(
          new IllegalStateException("wrong row: rowCount=" + rowCount + " quantity=" + value));
      return;
    }
    long now = System.nanoTime();
    latencies.recordValue(now - sentNanos);
    if (now < endNanos) {
      send();
    } else {
      done.complete(latencies);
    }
  }
}
