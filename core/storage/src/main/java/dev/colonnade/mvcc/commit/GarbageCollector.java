package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Removes versions that no reader can ask for any more. It walks {@code HISTORY} and nothing else,
 * so its work is in proportion to updates, not to the size of the tables.
 *
 * <p>An entry goes when it was superseded at or before the collection point: the retention horizon,
 * or the oldest timestamp that a reader has pinned if that is older. If what superseded it was a
 * tombstone that still stands in {@code ROWS}, the tombstone goes in the same batch: at timestamps
 * that can be read, a missing row says the same. So a tombstone never outlives the entry that it
 * superseded, and each tombstone is found by way of that entry.
 *
 * <p>A step looks at a bounded number of entries without holding up anyone, then has them removed
 * in a short exclusive command, together with the records of statistics and the horizon, so that a
 * restart does not allow reading where something is missing. Entries never change, and nobody else
 * removes them but the clearing of whole spans; if that happened meanwhile, the step is done over.
 * Tombstones can be overwritten at any time, so those that may have been are looked at again.
 *
 * <p>Each step is a task of its own on the executor, which must not run tasks on the thread that
 * gives them to it where a pass has many steps. One pass at a time.
 */
public final class GarbageCollector implements AutoCloseable {
  private final Store store;
  private final CommitPipeline pipeline;
  private final PublishedTimestamp published;
  private final RetentionGuard guard;
  private final CollectorOptions options;
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
      CollectorOptions options) {
    this.store = requireNonNull(store, "store is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.published = requireNonNull(published, "published is null");
    this.guard = requireNonNull(guard, "guard is null");
    this.options = requireNonNull(options, "options is null");
  }

  /**
   * Refuses reading below {@code horizon} from now on, though never above what is published, and
   * starts a pass over the whole history. The future fails with OVERLOADED if a pass is running,
   * and with SHUTTING_DOWN when the pipeline or the executor has been closed.
   */
  public CompletableFuture<CollectionResult> collect(long horizon, Executor executor) {
    if (!running.compareAndSet(false, true)) {
      return CompletableFuture.failedFuture(
          new ColonnadeException(ErrorCode.OVERLOADED, "a collection is running"));
    }
    CompletableFuture<CollectionResult> done = new CompletableFuture<>();
    long point = guard.raise(Math.min(horizon, published.get()));
    schedule(new Pass(point, executor, done));
    return done;
  }

  /**
   * Waits for the step that is running. There will be no other: the pass fails with SHUTTING_DOWN.
   */
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
      finish(pass, Failures.known(e));
      return;
    }
    if (pass.resume == null) {
      finish(pass, null);
    } else {
      schedule(pass);
    }
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
        throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the collector is closed");
      }
      collectStep(pass);
    } finally {
      stepping.unlock();
    }
  }

  private void collectStep(Pass pass) {
    Key start = requireNonNull(pass.resume, "pass is done");
    long walkedAt = published.get(); // before anything is read
    CollectionStep step = new CollectionStep(pass.point, walkedAt, options);
    try (Cursor history =
        store.cursor(
            Space.HISTORY, CursorOptions.over(KeySpan.from(start)).withoutFillingCache())) {
      step.walk(history);
    }
    step.lookAtTombstones(store);
    if (step.isEmpty() || pipeline.exclusive(context -> remove(context, step))) {
      pass.result = pass.result.plus(step.result());
      pass.resume = step.resume();
    }
  }

  /** Returns false, and does nothing, if the step has to be done over. */
  private boolean remove(ExclusiveContext context, CollectionStep step) {
    if (!context.isUntouchedSince(step.walkedAt())) {
      // Published even if what touched the keys has failed, so that the next try is after it.
      context.timestamp();
      return false;
    }
    step.remove(context, store);
    TimestampRecords.put(context.batch(), TimestampRecords.HORIZON, guard.horizon());
    context.durability(Durability.RELAXED);
    Failpoint.COLLECT_BEFORE_WRITE.pass();
    return true;
  }

  /** A pass under way. Used by one task after another. */
  private static final class Pass {
    private final long point;
    private final Executor executor;
    private final CompletableFuture<CollectionResult> done;
    private CollectionResult result;

    /** Where the next step begins; null at the end. */
    private @Nullable Key resume = Key.EMPTY;

    Pass(long point, Executor executor, CompletableFuture<CollectionResult> done) {
      this.point = point;
      this.executor = executor;
      this.done = done;
      result = CollectionResult.none(point);
    }
  }
}
