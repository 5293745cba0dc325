package dev.colonnade.bench.memory;

import dev.colonnade.bench.local.MetricsClient;
import dev.colonnade.bench.local.MetricsPage;
import java.io.IOException;
import java.net.URI;
import java.util.OptionalDouble;

/**
 * Samples of the server's metrics: the most memory of its queries and of its heap after a
 * collection.
 */
final class HeapSamples implements Runnable {
  private static final long INTERVAL_MILLIS = 1000;

  private final URI server;
  private volatile boolean isStopped;
  private volatile double heapLiveMax;
  private volatile double queryBytesMax;
  private volatile double waitingMax;
  private volatile double temporaryFiles;

  HeapSamples(URI server) {
    this.server = server;
  }

  @Override
  public void run() {
    try (MetricsClient client = new MetricsClient(server)) {
      while (!isStopped) {
        sample(client.read());
        Thread.sleep(INTERVAL_MILLIS);
      }
      sample(client.read());
    } catch (IOException e) {
      throw new IllegalStateException("no metrics: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample(MetricsPage page) {
    heapLiveMax = Math.max(heapLiveMax, value(page.total("jvm_gc_live_data_size_bytes")));
    queryBytesMax = Math.max(queryBytesMax, value(page.total("colonnade_query_memory_bytes")));
    waitingMax = Math.max(waitingMax, value(page.total("colonnade_query_memory_waiting")));
    temporaryFiles = value(page.total("colonnade_query_temporary_files"));
  }

  private static double value(OptionalDouble sample) {
    return sample.orElse(Double.NaN);
  }

  void stop() {
    isStopped = true;
  }

  double heapLiveMax() {
    return heapLiveMax;
  }

  double queryBytesMax() {
    return queryBytesMax;
  }

  double waitingMax() {
    return waitingMax;
  }

  /** Returns the number of temporary files after the last query. */
  double temporaryFiles() {
    return temporaryFiles;
  }
}
