package dev.colonnade.bench.kv.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.AsyncClient;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.response.WriteOk;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Closed loop of writes: sends the next row as soon as the previous one is acknowledged, until a
 * deadline. After a retryable error the write is sent again; its latency includes all attempts.
 * Used by one thread at a time.
 */
final class WriteLoop {
  static final int LATENCY_DIGITS = 3;

  private static final long PAUSE_MILLIS = 10;

  private final AsyncClient client;
  private final Load load;
  private final SplittableRandom random;
  private final WriteBatch batch;
  private final Histogram latencies = new Histogram(LATENCY_DIGITS);
  private final CompletableFuture<Outcome> done = new CompletableFuture<>();
  private final Executor afterPause =
      CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  private long sentNanos;
  private long rejectedCount;
  private long writtenBytes;
  private int blockBytes;

  WriteLoop(AsyncClient client, ClientTable table, Load load, int number) {
    this.client = requireNonNull(client, "client is null");
    this.load = requireNonNull(load, "load is null");
    this.random = new SplittableRandom(load.setup.seed() + number);
    this.batch = table.newBatch().durability(load.setup.durability());
  }

  public void start() {
    next();
  }

  /** Waits for the end of the loop. Returns its result. */
  Outcome await() throws InterruptedException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a write failed: " + e.getCause(), e.getCause());
    }
  }

  private void next() {
    byte[] block = load.blocks.next(random);
    blockBytes = block.length;
    batch.clear();
    batch.upsert().putLong(load.keys.key(load.written.getAndIncrement())).putBytes(block).end();
    sentNanos = System.nanoTime();
    send();
  }

  private void send() {
    var _ = client.write(batch).whenComplete(this::receive);
  }

  private void receive(@Nullable WriteOk written, @Nullable Throwable failure) {
    if (failure != null) {
      failed(failure);
      return;
    }
    long now = System.nanoTime();
    if (sentNanos >= load.countFromNanos) {
      latencies.recordValue(now - sentNanos);
      writtenBytes += blockBytes;
    }
    if (now < load.endNanos) {
      next();
    } else {
      end();
    }
  }

  private void failed(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof ClientException known && known.category() == ErrorCategory.RETRY) {
      rejectedCount++;
      if (System.nanoTime() < load.endNanos) {
        afterPause.execute(this::send);
      } else {
        end();
      }
    } else {
      batch.close();
      done.completeExceptionally(cause);
    }
  }

  private void end() {
    batch.close();
    done.complete(new Outcome(latencies, rejectedCount, writtenBytes));
  }

  /** State that all loops of a load share. Thread-safe. */
  static final class Load {
    private final LoadSetup setup;
    private final BlockSource blocks;
    private final KvKeys keys;
    private final AtomicLong written = new AtomicLong();
    private final long countFromNanos;
    private final long endNanos;

    Load(LoadSetup setup, long startNanos) {
      this.setup = requireNonNull(setup, "setup is null");
      this.blocks = new BlockSource(setup.blocks(), setup.seed());
      this.keys = new KvKeys(setup.seed());
      this.countFromNanos = startNanos + setup.warmUp().toNanos();
      this.endNanos = countFromNanos + setup.duration().toNanos();
    }

    /** Returns the end of the warm-up: the time from which latencies are recorded. */
    long countFromNanos() {
      return countFromNanos;
    }
  }

  /**
   * Result of a loop.
   *
   * @param latencies latencies of the writes after the warm-up, in nanoseconds
   * @param rejectedCount errors that required a retry
   * @param writtenBytes bytes of the values whose latencies are recorded
   */
  record Outcome(Histogram latencies, long rejectedCount, long writtenBytes) {}
}
