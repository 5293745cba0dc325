package dev.colonnade.sequence.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sequence.record.RecordLog;
import java.util.concurrent.Executor;

/**
 * What the caches of sequences are plugged into.
 *
 * @param log where values are reserved
 * @param executor starts reservations and completes futures; its tasks may wait for the disk
 * @param alarm ends waiting
 * @param ticker tells how fast blocks are used up
 */
public record CacheSeams(RecordLog log, Executor executor, Alarm alarm, NanoTicker ticker) {
  public CacheSeams {
    requireNonNull(log, "log is null");
    requireNonNull(executor, "executor is null");
    requireNonNull(alarm, "alarm is null");
    requireNonNull(ticker, "ticker is null");
  }

  /** Runs something later. */
  @FunctionalInterface
  public interface Alarm {
    /** Runs {@code task} in about so many nanoseconds. The task is short. */
    void after(long nanos, Runnable task);
  }
}
