package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.record.RecordLog;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.concurrent.CompletableFuture;

/** A cache with blocks of two values on a log in memory, for stress tests. */
final class StressedCache implements RecordLog {
  static final long NOTHING = -1;
  static final long REFUSED = -2;
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
            _ -> new BlockLimits(2, 2, 1),
            new CacheSeams(this, Runnable::run, (_, _) -> {}, () -> 0));
  }

  @Override
  public synchronized CompletableFuture<?> replace(SequenceRecord before, SequenceRecord after) {
    if (!before.equals(stored)) {
      return CompletableFuture.failedFuture(
          new ColonnadeException(ErrorCode.SERIALIZATION_FAILURE, "the record is another one"));
    }
    stored = after;
    return CompletableFuture.completedFuture(after);
  }

  @Override
  public synchronized SequenceRecord read(long id) {
    return stored;
  }

  /** What is at hand; {@link #NOTHING} if nothing is. */
  long tryNext() {
    LongResult result = new LongResult();
    return cache.tryNext(result) ? result.value() : NOTHING;
  }

  /** The next value; {@link #NOTHING} if it is still to come, {@link #REFUSED} if it never will. */
  long next() {
    return outcome(cache.next(SegmentCache.NO_TIMEOUT));
  }

  static long outcome(CompletableFuture<Long> future) {
    if (!future.isDone()) {
      return NOTHING;
    }
    return future.isCompletedExceptionally() ? REFUSED : future.join();
  }

  /** RESTART WITH 500; as in an exclusive command, nothing is written meanwhile. */
  synchronized void restart() {
    SequenceRecord before = stored;
    install(before.nextEpoch(before.options(), new Position(RESTART, false)));
  }

  /** An ALTER that goes on where the sequence stands. */
  synchronized void alter() {
    SequenceRecord before = stored;
    Position standing = cache.freeze(before);
    install(before.nextEpoch(before.options(), standing));
  }

  private void install(SequenceRecord changed) {
    stored = changed;
    cache.install(changed);
  }
}
