package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.record.SequenceRecord;
import dev.colonnade.sequence.record.SequenceRecordStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * In-memory store of one record that writes immediately, or, while {@code defers}, when the test
 * calls {@link #release}.
 */
final class DeferringRecordStore implements SequenceRecordStore {
  private record Write(SequenceRecord before, SequenceRecord after, CompletableFuture<?> done) {}

  private final Deque<Write> deferred = new ArrayDeque<>();
  private @Nullable SequenceRecord stored;
  private @Nullable ErrorCode failure;
  boolean defers;
  int writes;

  DeferringRecordStore(SequenceRecord stored) {
    this.stored = stored;
  }

  @Override
  public synchronized CompletableFuture<?> replace(SequenceRecord before, SequenceRecord after) {
    Write write = new Write(before, after, new CompletableFuture<Void>());
    deferred.add(write);
    if (!defers) {
      release();
    }
    return write.done;
  }

  @Override
  public synchronized @Nullable SequenceRecord read(long id) {
    return stored;
  }

  /** Returns the stored record, as an exclusive command reads it. */
  synchronized SequenceRecord stored() {
    if (stored == null) {
      throw new AssertionError("no record is stored");
    }
    return stored;
  }

  /** Stores a record, as an exclusive command does. */
  synchronized void put(@Nullable SequenceRecord record) {
    stored = record;
  }

  /** Makes the next write fail. */
  void failNext(ErrorCode code) {
    failure = code;
  }

  /** Returns the number of deferred writes. */
  synchronized int deferredCount() {
    return deferred.size();
  }

  /** Executes the oldest deferred write. */
  void release() {
    Write write = deferred.remove();
    writes++;
    ErrorCode code = failure;
    failure = null;
    if (code == null && !write.before.equals(stored)) {
      code = ErrorCode.SERIALIZATION_FAILURE;
    }
    if (code == null) {
      stored = write.after;
      write.done.complete(null);
    } else {
      write.done.completeExceptionally(new ColonnadeException(code, "injected by the test"));
    }
  }

  /** Executes the oldest deferred write; the returned task completes its future. */
  Runnable releaseWithoutCompletion() {
    Write write = deferred.remove();
    if (!write.before.equals(stored)) {
      throw new AssertionError("the write would fail");
    }
    stored = write.after;
    return () -> write.done.complete(null);
  }
}
