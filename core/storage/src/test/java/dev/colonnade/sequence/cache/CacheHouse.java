package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A cache with a log, a clock and an alarm that a test moves by hand; one thread. */
final class CacheHouse {
  static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private record Task(long atNanos, Runnable runnable) {}

  final HeldLog log;
  final SegmentCache cache;
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNanos));
  private long nowNanos = 1;

  CacheHouse(SequenceOptions options, BlockLimits limits) {
    SequenceRecord record = SequenceRecord.create(1, "s", options);
    log = new HeldLog(record);
    cache =
        new SegmentCache(
            record,
            of -> limits,
            new CacheSeams(
                log,
                Runnable::run,
                (nanos, task) -> tasks.add(new Task(nowNanos + nanos, task)),
                () -> nowNanos));
  }

  static CacheHouse withBlocksOf(long count) {
    return new CacheHouse(SequenceOptions.defaults(), new BlockLimits(count, count, 1));
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

  long drawNow() {
    LongResult result = new LongResult();
    return cache.tryNext(result) ? result.value() : next().join();
  }

  List<Long> draw(int count) {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(drawNow());
    }
    return values;
  }

  boolean hits() {
    return cache.tryNext(new LongResult());
  }

  /** What ALTER does, without a restart. */
  Position alter() {
    SequenceRecord stored = log.stored();
    Position standing = cache.freeze(stored);
    SequenceRecord altered = stored.nextEpoch(stored.options(), standing);
    log.put(altered);
    cache.install(altered);
    return standing;
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
