package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.ValueRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Allocation request for a number of values. Guarded by the lock of its cache, except for the
 * future, which is completed without the lock.
 */
final class AllocationRequest {
  private final long count;
  private final boolean wantsBlock;
  private final long deadlineNanos;
  private final boolean hasDeadline;
  private final List<ValueRun> runs = new ArrayList<>(1);
  private final CompletableFuture<Reserved> future = new CompletableFuture<>();
  private long servedCount;
  private long epoch;
  private @Nullable RuntimeException failure;

  /**
   * Creates a request for {@code count} values.
   *
   * @param wantsBlock whether a refill for this request should prefetch a block for the requests
   *     after it
   * @param deadlineNanos deadline in the time of the ticker, if {@code hasDeadline}
   */
  AllocationRequest(long count, boolean wantsBlock, long deadlineNanos, boolean hasDeadline) {
    this.count = count;
    this.wantsBlock = wantsBlock;
    this.deadlineNanos = deadlineNanos;
    this.hasDeadline = hasDeadline;
  }

  boolean wantsBlock() {
    return wantsBlock;
  }

  boolean isExpired(long nowNanos) {
    return hasDeadline && deadlineNanos - nowNanos <= 0;
  }

  boolean hasDeadline() {
    return hasDeadline;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * Adds values that were reserved in {@code ofEpoch}; all values of a request have the same epoch.
   */
  void add(ValueRun run, long ofEpoch) {
    assert runs.isEmpty() || epoch == ofEpoch : "epoch=" + epoch + " of=" + ofEpoch;
    epoch = ofEpoch;
    runs.add(run);
    servedCount += run.count();
    assert servedCount <= count : "served=" + servedCount + " count=" + count;
  }

  /** Removes the values of an older epoch; returns their number. */
  long restart() {
    long invalidCount = servedCount;
    runs.clear();
    servedCount = 0;
    return invalidCount;
  }

  long count() {
    return count;
  }

  long servedCount() {
    return servedCount;
  }

  long missingCount() {
    return count - servedCount;
  }

  boolean isServed() {
    return servedCount == count;
  }

  /** Sets the failure with which {@link #complete} completes the future. */
  AllocationRequest fail(RuntimeException reason) {
    failure = reason;
    return this;
  }

  CompletableFuture<Reserved> future() {
    return future;
  }

  /** Completes the future with the values or the failure. Called without the lock. */
  void complete() {
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      assert isServed() : "served=" + servedCount + " count=" + count;
      future.complete(new Reserved(epoch, runs));
    }
  }

  /** Values of a served request. */
  record Reserved(long epoch, List<ValueRun> runs) {
    Reserved {
      runs = List.copyOf(runs);
    }
  }
}
