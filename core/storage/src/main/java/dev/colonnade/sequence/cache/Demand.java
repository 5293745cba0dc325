package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.ValueRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Someone who waits for values. Guarded by the lock of its cache, but for the future, which is
 * completed without it.
 */
final class Demand {
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
   * For so many values.
   *
   * @param wantsBlock whether those who come next want values too
   * @param deadlineNanos of the ticker
   */
  Demand(long count, boolean wantsBlock, long deadlineNanos, boolean hasDeadline) {
    this.count = count;
    this.wantsBlock = wantsBlock;
    this.deadlineNanos = deadlineNanos;
    this.hasDeadline = hasDeadline;
  }

  boolean wantsBlock() {
    return wantsBlock;
  }

  boolean isDue(long nowNanos) {
    return hasDeadline && deadlineNanos - nowNanos <= 0;
  }

  boolean hasDeadline() {
    return hasDeadline;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Values were reserved for it in this epoch; all of them are of one. */
  void add(ValueRun run, long ofEpoch) {
    assert runs.isEmpty() || epoch == ofEpoch : "epoch=" + epoch + " of=" + ofEpoch;
    epoch = ofEpoch;
    runs.add(run);
    servedCount += run.count();
    assert servedCount <= count : "served=" + servedCount + " count=" + count;
  }

  /** Forgets what it has, as that is void; returns how many values that were. */
  long restart() {
    long voidCount = servedCount;
    runs.clear();
    servedCount = 0;
    return voidCount;
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

  /** Decides that it will not be served. */
  Demand fail(RuntimeException reason) {
    failure = reason;
    return this;
  }

  CompletableFuture<Reserved> future() {
    return future;
  }

  /** Tells the waiting one what was decided. */
  void complete() {
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      assert isServed() : "served=" + servedCount + " count=" + count;
      future.complete(new Reserved(epoch, runs));
    }
  }

  /** What it got. */
  record Reserved(long epoch, List<ValueRun> runs) {
    Reserved {
      runs = List.copyOf(runs);
    }
  }
}
