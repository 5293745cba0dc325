package dev.colonnade.bench.kv.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.ColonnadeClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Background sampler of the statistics of a server's ranges: one sample every 100 ms, on a
 * dedicated thread and connection.
 */
public final class RangeSampler implements AutoCloseable {
  private static final long INTERVAL_NANOS = 100_000_000;

  private final ColonnadeClient client;
  private final CompletableFuture<List<RangeSample>> samples = new CompletableFuture<>();
  private volatile boolean stopped;

  private RangeSampler(ColonnadeClient client) {
    this.client = requireNonNull(client, "client is null");
  }

  /**
   * Starts a sampler.
   *
   * @param client client that the sampler owns and closes
   */
  public static RangeSampler start(ColonnadeClient client) {
    RangeSampler sampler = new RangeSampler(client);
    Thread.ofPlatform().daemon().name("range-sampler").start(sampler::run);
    return sampler;
  }

  /** Returns a sample of the current statistics. */
  public static RangeSample sample(ColonnadeClient client) {
    return RangeSample.of(client.status(), System.nanoTime());
  }

  /** Stops the sampler. Returns all samples in order. */
  public List<RangeSample> stop() throws InterruptedException {
    stopped = true;
    try {
      return samples.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("sampling failed: " + e.getCause(), e.getCause());
    }
  }

  private void run() {
    List<RangeSample> collected = new ArrayList<>();
    try {
      while (!stopped) {
        long startNanos = System.nanoTime();
        collected.add(sample(client));
        LockSupport.parkNanos(INTERVAL_NANOS - (System.nanoTime() - startNanos));
      }
      collected.add(sample(client));
      samples.complete(collected);
    } catch (RuntimeException e) {
      samples.completeExceptionally(e);
    }
  }

  @Override
  public void close() {
    stopped = true;
    client.close();
  }
}
