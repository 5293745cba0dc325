package dev.colonnade.storage;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.gc.GarbageCollectionResult;
import dev.colonnade.mvcc.gc.GarbageCollector;
import dev.colonnade.storage.config.RetentionConfig;
import dev.colonnade.storage.lifecycle.StorageRole;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic schedule of the garbage collector, which removes superseded versions after the retention
 * time.
 */
public final class GarbageCollectionSchedule implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GarbageCollectionSchedule.class);

  private final Supplier<GarbageCollector> collectors;
  private final HybridClock clock;
  private final RetentionConfig config;
  private final ScheduledExecutorService background;
  private final LongAdder versionsRemoved = new LongAdder();
  private final LongAdder bytesRemoved = new LongAdder();

  /** Replaced when the role of the engine changes, like the schedule. */
  private volatile GarbageCollector collector;

  private volatile @Nullable ScheduledFuture<?> schedule;

  /** Written and read by the schedule. */
  private volatile CompletableFuture<?> pass = CompletableFuture.allOf();

  public GarbageCollectionSchedule(
      Supplier<GarbageCollector> collectors,
      HybridClock clock,
      RetentionConfig config,
      ScheduledExecutorService background,
      StorageRole role) {
    this.collectors = requireNonNull(collectors, "collectors is null");
    collector = collectors.get();
    this.clock = requireNonNull(clock, "clock is null");
    this.config = requireNonNull(config, "config is null");
    this.background = requireNonNull(background, "background is null");
    if (role != StorageRole.REPLICA) { // the collector of the leader removes versions everywhere
      schedule();
    }
  }

  /** Starts the periodic passes. */
  final void schedule() {
    long intervalNanos = config.interval().toNanos();
    schedule =
        background.scheduleWithFixedDelay(
            this::start, intervalNanos, intervalNanos, TimeUnit.NANOSECONDS);
  }

  /** Ends the periodic passes until {@link #schedule}, and waits for a step in progress. */
  final void suspend() {
    close();
    collector = collectors.get();
  }

  /** Starts a pass; returns its result. Fails with OVERLOADED if a pass is running. */
  public CompletableFuture<GarbageCollectionResult> collectNow() {
    long horizon = Math.max(0, clock.physicalNanos() - config.time().toNanos());
    return collector.collect(horizon, background).thenApply(this::count);
  }

  /** Returns the number of versions that were removed since the database was opened. */
  public long versionsRemoved() {
    return versionsRemoved.sum();
  }

  /** Returns the number of bytes that were removed since the database was opened. */
  public long bytesRemoved() {
    return bytesRemoved.sum();
  }

  private void start() {
    if (pass.isDone()) {
      pass = collectNow().whenComplete((result, failure) -> log(failure));
    }
  }

  private GarbageCollectionResult count(GarbageCollectionResult result) {
    versionsRemoved.add(result.versionsRemoved());
    bytesRemoved.add(result.bytesRemoved());
    return result;
  }

  private static void log(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    boolean expected =
        cause instanceof ColonnadeException e
            && (e.code() == ErrorCode.SHUTTING_DOWN || e.code() == ErrorCode.OVERLOADED);
    if (cause != null && !expected) {
      LOG.warn("garbage collection failed; the next pass will retry", cause);
    }
  }

  /** Starts no further pass, and ends one that is running. */
  @Override
  public void close() {
    ScheduledFuture<?> started = schedule;
    if (started != null) {
      started.cancel(false);
    }
    collector.close();
  }
}
