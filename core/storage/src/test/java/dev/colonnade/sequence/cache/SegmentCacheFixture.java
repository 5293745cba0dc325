package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Fixture with a cache, and a record store, a clock and a timer under the control of the test; one
 * thread.
 */
final class SegmentCacheFixture {
  static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private record Task(long atNanos, Runnable runnable) {}

  final DeferringRecordStore store;
  final SegmentCache cache;
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNanos));
  private long nowNanos = 1;

  SegmentCacheFixture(SequenceOptions options, BlockSizeLimits limits) {
    SequenceRecord record = SequenceRecord.create(1, "s", options);
    store = new DeferringRecordStore(record);
    cache =
        new SegmentCache(
            record,
            of -> limits,
            new CacheDependencies(
                store,
                Runnable::run,
                (nanos, task) -> tasks.add(new Task(nowNanos + nanos, task)),
                () -> nowNanos));
  }

  static SegmentCacheFixture withBlockSize(long count) {
    return new SegmentCacheFixture(
        SequenceOptions.defaults(), new BlockSizeLimits(count, count, 1));
  }

  void advance(long nanos) {
    nowNanos += nanos;
    while (!tasks.isEmpty() && tasks.element().atNanos <= nowNanos) {
      tasks.remove().runnable.run();
    }
  }

  CompletableFuture<Long> next() {
    return cache.next(TIMEOUT_NANOS);
  }

  long allocateOne() {
    LongResult result = new LongResult();
    return cache.tryNext(result) ? result.value() : next().join();
  }

  List<Long> allocate(int count) {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(allocateOne());
    }
    return values;
  }

  boolean hits() {
    return cache.tryNext(new LongResult());
  }

  /** Executes the steps of an ALTER without RESTART; returns the position of the sequence. */
  SequencePosition alter() {
    SequenceRecord stored = store.stored();
    SequencePosition position = cache.freeze(stored);
    SequenceRecord altered = stored.nextEpoch(stored.options(), position);
    store.put(altered);
    cache.install(altered);
    return position;
  }

  static ErrorCode failure(CompletableFuture<?> future) {
    try {
      future.getNow(null);
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause) {
        return cause.code();
      }
      throw e;
    }
    throw new AssertionError("it did not fail: done=" + future.isDone());
  }
}
