package dev.colonnade.sequence.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sequence.record.SequenceRecordStore;
import java.util.concurrent.Executor;

/**
 * Dependencies of the sequence caches.
 *
 * @param store durable records, in which values are reserved
 * @param executor executor that starts refills and completes futures; its tasks may wait for the
 *     disk
 * @param timer timer for the deadlines of waiting requests
 * @param ticker clock that measures how fast blocks are used up
 */
public record CacheDependencies(
    SequenceRecordStore store, Executor executor, Timer timer, NanoTicker ticker) {
  public CacheDependencies {
    requireNonNull(store, "store is null");
    requireNonNull(executor, "executor is null");
    requireNonNull(timer, "timer is null");
    requireNonNull(ticker, "ticker is null");
  }

  /** Timer for short tasks. */
  @FunctionalInterface
  public interface Timer {
    /** Runs {@code task}, which must be short, after about {@code delayNanos}. */
    void schedule(long delayNanos, Runnable task);
  }
}
