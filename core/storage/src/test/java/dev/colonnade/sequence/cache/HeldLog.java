package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.record.RecordLog;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A log of one record in memory. It writes at once, or when the test says so. */
final class HeldLog implements RecordLog {
  private record Write(SequenceRecord before, SequenceRecord after, CompletableFuture<?> done) {}

  private final Deque<Write> held = new ArrayDeque<>();
  private @Nullable SequenceRecord stored;
  private @Nullable ErrorCode failure;
  boolean holds;
  int writes;

  HeldLog(SequenceRecord stored) {
    this.stored = stored;
  }

  @Override
  public synchronized CompletableFuture<?> replace(SequenceRecord before, SequenceRecord after) {
    Write write = new Write(before, after, new CompletableFuture<Void>());
    held.add(write);
    if (!holds) {
      release();
    }
    return write.done;
  }

  @Override
  public synchronized @Nullable SequenceRecord read(long id) {
    return stored;
  }

  /** The record, as an exclusive command sees it. */
  synchronized SequenceRecord stored() {
    if (stored == null) {
      throw new AssertionError("no record is stored");
    }
    return stored;
  }

  /** What an exclusive command writes. */
  synchronized void put(@Nullable SequenceRecord record) {
    stored = record;
  }

  /** The next write fails. */
  void failNext(ErrorCode code) {
    failure = code;
  }

  /** How many writes wait to be released. */
  synchronized int heldCount() {
    return held.size();
  }

  /** Does the oldest write that is held. */
  void release() {
    Write write = held.remove();
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
      write.done.completeExceptionally(new ColonnadeException(code, "as the test wants"));
    }
  }

  /** Writes the oldest one that is held, and does not tell yet. */
  Runnable releaseSilently() {
    Write write = held.remove();
    if (!write.before.equals(stored)) {
      throw new AssertionError("the write would fail");
    }
    stored = write.after;
    return () -> write.done.complete(null);
  }
}
