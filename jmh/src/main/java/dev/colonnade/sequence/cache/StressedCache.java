package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import dev.colonnade.sequence.record.SequenceRecord;
import dev.colonnade.sequence.record.SequenceRecordStore;
import java.util.concurrent.CompletableFuture;

/** Cache with blocks of two values on an in-memory record store, for stress tests. */
final class StressedCache implements SequenceRecordStore {
  static final long NOTHING = -1;
  static final long FAILED = -2;
  static final long RESTART = 500;

  final SegmentCache cache;

  /** Guarded by the monitor. */
  private SequenceRecord stored;

  StressedCache() {
    SequenceRecord record = SequenceRecord.create(1, "s", SequenceOptions.defaults());
    stored = record;
    cache =
        new SegmentCache(
            record,
            _ -> new BlockSizeLimits(2, 2, 1),
            new CacheDependencies(this, Runnable::run, (_, _) -> {}, () -> 0));
  }

  @Override
  public synchronized CompletableFuture<?> replace(SequenceRecord before, SequenceRecord after) {
    if (!before.equals(stored)) {
      return CompletableFuture.failedFuture(
          new ColonnadeException(ErrorCode.SERIALIZATION_FAILURE, "another record is stored"));
    }
    stored = after;
    return CompletableFuture.completedFuture(after);
  }

  @Override
  public synchronized SequenceRecord read(long id) {
    return stored;
  }

  /** Returns the next cached value; {@link #NOTHING} if none is cached. */
  long tryNext() {
    LongResult result = new LongResult();
    return cache.tryNext(result) ? result.value() : NOTHING;
  }

  /**
   * Returns the next value; {@link #NOTHING} if the request waits, {@link #FAILED} if it failed.
   */
  long next() {
    return outcome(cache.next(SegmentCache.NO_TIMEOUT));
  }

  static long outcome(CompletableFuture<Long> future) {
    if (!future.isDone()) {
      return NOTHING;
    }
    return future.isCompletedExceptionally() ? FAILED : future.join();
  }

  /** Executes RESTART WITH 500; as in an exclusive command, no other write happens meanwhile. */
  synchronized void restart() {
    SequenceRecord before = stored;
    install(before.nextEpoch(before.options(), new SequencePosition(RESTART, false)));
  }

  /** Executes an ALTER that preserves the position of the sequence. */
  synchronized void alter() {
    SequenceRecord before = stored;
    SequencePosition position = cache.freeze(before);
    install(before.nextEpoch(before.options(), position));
  }

  private void install(SequenceRecord changed) {
    stored = changed;
    cache.install(changed);
  }
}
