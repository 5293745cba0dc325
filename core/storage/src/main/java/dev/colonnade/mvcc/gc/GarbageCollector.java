package dev.colonnade.mvcc.gc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.mvcc.deletion.KeyList;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Garbage collector of old versions: removes versions that no reader can read any more. It iterates
 * over {@code HISTORY} only, so its cost is proportional to the number of updates, not to the size
 * of the tables.
 *
 * <p>An entry is removed if it was superseded at or before the collection point: the garbage
 * collection horizon, or the oldest pinned read timestamp if that is older. If a tombstone
 * superseded it and that tombstone is still in {@code ROWS}, the tombstone is removed in the same
 * batch: at all readable timestamps, a missing row is equivalent to it. So a tombstone never
 * outlives the entry that it superseded, and every tombstone is found through that entry.
 *
 * <p>A step examines a bounded number of entries without blocking any writer, and then removes them
 * in a short exclusive command, together with the statistics records and the horizon, so that a
 * restart does not permit reads below the horizon. Entries never change, and apart from the
 * collector only the clearing of whole spans removes them; if a span was cleared meanwhile, the
 * step is repeated. Tombstones can be overwritten at any time, so those that may have been are read
 * again.
 *
 * <p>Each step is a task of its own on the executor, which must not run tasks on the submitting
 * thread if a pass has many steps. One pass at a time.
 */
public final class GarbageCollector implements AutoCloseable {
  private final Store store;
  private final CommitPipeline pipeline;
  private final PublishedTimestamp published;
  private final RetentionGuard guard;
  private final GarbageCollectorOptions options;
  private final AtomicBoolean running = new AtomicBoolean();

  /** Held during a step, so that closing can wait for it. */
  private final ReentrantLock stepping = new ReentrantLock();

  /** Guarded by {@link #stepping}. */
  private boolean closed;

  public GarbageCollector(
      Store store,
      CommitPipeline pipeline,
      PublishedTimestamp published,
      RetentionGuard guard,
      GarbageCollectorOptions options) {
    this.store = requireNonNull(store, "store is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.published = requireNonNull(published, "published is null");
    this.guard = requireNonNull(guard, "guard is null");
    this.options = requireNonNull(options, "options is null");
  }

  /**
   * Raises the horizon to {@code horizon}, at most to the published timestamp, which refuses reads
   * below it, and starts a pass over the whole history. The future fails with OVERLOADED if a pass
   * is running, and with SHUTTING_DOWN if the pipeline or the executor is closed.
   */
  public CompletableFuture<GarbageCollectionResult> collect(long horizon, Executor executor) {
    if (!running.compareAndSet(false, true)) {
      return CompletableFuture.failedFuture(
          new ColonnadeException(ErrorCode.OVERLOADED, "a garbage collection is running"));
    }
    CompletableFuture<GarbageCollectionResult> done = new CompletableFuture<>();
    long point = guard.raise(Math.min(horizon, published.get()));
    schedule(new Pass(point, executor, done));
    return done;
  }

  /** Waits for the running step. No further step follows: the pass fails with SHUTTING_DOWN. */
  @Override
  public void close() {
    stepping.lock();
    try {
      closed = true;
    } finally {
      stepping.unlock();
    }
  }

  private void schedule(Pass pass) {
    try {
      pass.executor.execute(() -> run(pass));
    } catch (RejectedExecutionException e) {
      finish(pass, new ColonnadeException(ErrorCode.SHUTTING_DOWN, "executor is closed", e));
    }
  }

  private void run(Pass pass) {
    try {
      step(pass);
    } catch (RuntimeException | Error e) {
      finish(pass, failure(e));
      return;
    }
    if (pass.resume == null) {
      finish(pass, removeDeletedSpans(pass.point));
    } else {
      schedule(pass);
    }
  }

  /** Removes the records of deleted spans that have no value left. Returns the failure, or null. */
  private @Nullable ColonnadeException removeDeletedSpans(long point) {
    stepping.lock();
    try {
      List<DeletedSpan> empty =
          closed
              ? List.of()
              : DeletedSpan.readAll(store).stream()
                  .filter(span -> span.timestamp() <= point && !hasValue(span))
                  .toList();
      if (!empty.isEmpty()) {
        remove(empty);
      }
      return null;
    } catch (RuntimeException | Error e) {
      return failure(e);
    } finally {
      stepping.unlock();
    }
  }

  /** Returns whether a value is left in a span. A pass removes them all, unless it was aborted. */
  private boolean hasValue(DeletedSpan span) {
    CursorOptions options = CursorOptions.over(span.keys()).withoutFillingCache();
    KeyList.Search deleted = span.search();
    try (Cursor rows = store.asOf(0).cursor(Space.ROWS, options)) {
      for (rows.seekToFirst(); rows.valid(); rows.next()) {
        if (!VersionHeader.isTombstone(rows.valueAddress())
            && VersionHeader.timestamp(rows.valueAddress()) < span.timestamp()
            && deleted.contains(rows.keyAddress(), rows.keyLength())) {
          return true;
        }
      }
      rows.checkStatus();
      return false;
    }
  }

  private void remove(List<DeletedSpan> spans) {
    pipeline.exclusive(
        context -> {
          DeletedSpan.removeAll(spans, store, context.batch());
          context.durability(Durability.RELAXED);
          return true;
        });
  }

  private static ColonnadeException failure(Throwable thrown) {
    return thrown instanceof ColonnadeException known
        ? known
        : new ColonnadeException(
            ErrorCode.INTERNAL, "unexpected failure in garbage collection cause=" + thrown, thrown);
  }

  private void finish(Pass pass, @Nullable ColonnadeException failure) {
    running.set(false);
    if (failure == null) {
      pass.done.complete(pass.result);
    } else {
      pass.done.completeExceptionally(failure);
    }
  }

  private void step(Pass pass) {
    stepping.lock();
    try {
      if (closed) {
        throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the garbage collector is closed");
      }
      collectStep(pass);
    } finally {
      stepping.unlock();
    }
  }

  private void collectStep(Pass pass) {
    Key start = requireNonNull(pass.resume, "pass is done");
    long walkedAt = published.get(); // before anything is read
    GarbageCollectionStep step = new GarbageCollectionStep(pass.point, walkedAt, options);
    try (Cursor history =
        store.cursor(
            Space.HISTORY, CursorOptions.over(KeySpan.from(start)).withoutFillingCache())) {
      step.walk(history);
    }
    step.checkTombstones(store);
    if (step.isEmpty() || pipeline.exclusive(context -> remove(context, step))) {
      pass.result = pass.result.plus(step.result());
      pass.resume = step.resume();
    }
  }

  /**
   * Removes the entries of the step. Returns false, without a change, if the step must be repeated.
   */
  private boolean remove(ExclusiveContext context, GarbageCollectionStep step) {
    if (!context.isUntouchedSince(step.walkedAt())) {
      // Published even if the touching command failed, so that the next attempt is after it.
      context.timestamp();
      return false;
    }
    step.remove(context, store);
    TimestampRecords.put(context.batch(), TimestampRecords.HORIZON, guard.horizon());
    context.durability(Durability.RELAXED);
    Failpoint.COLLECT_BEFORE_WRITE.pass();
    return true;
  }

  /** Running pass. Used by one task after another. */
  private static final class Pass {
    private final long point;
    private final Executor executor;
    private final CompletableFuture<GarbageCollectionResult> done;
    private GarbageCollectionResult result;

    /** Start key of the next step; null at the end. */
    private @Nullable Key resume = Key.EMPTY;

    Pass(long point, Executor executor, CompletableFuture<GarbageCollectionResult> done) {
      this.point = point;
      this.executor = executor;
      this.done = done;
      result = GarbageCollectionResult.none(point);
    }
  }
}
