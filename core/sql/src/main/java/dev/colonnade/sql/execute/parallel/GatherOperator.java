package dev.colonnade.sql.execute.parallel;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Gather operator: rows of a pipeline that several workers run, in any order. A bounded number of
 * batches is ready ahead of the reader. If none is ready, the reader's thread runs the pipeline.
 */
public final class GatherOperator extends Operator {
  private static final VectorBatch NO_ROWS = new VectorBatch(0);

  private final ParallelPipeline pipeline;
  private final WorkerGroup group;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by the lock.
  private final Queue<VectorBatch> ready = new ArrayDeque<>();
  private int readyMax;
  private int running;

  private @Nullable Operator own;

  public GatherOperator(QueryContext query, ParallelPipeline pipeline) {
    super(query);
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.group = pipeline.newGroup();
  }

  @Override
  protected void open() {
    int workers = pipeline.prepare();
    readyMax = 2 * workers;
    own = pipeline.newOperators();
    int started = 1;
    for (int i = 1; i < workers; i++) {
      Operator operators = pipeline.newOperators();
      change(1);
      if (group.tryStart(() -> work(operators))) {
        started++;
      } else {
        change(-1);
      }
    }
    recordWorkers(started);
  }

  private void change(int workers) {
    lock.lock();
    try {
      running += workers;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void work(Operator operators) {
    try {
      VectorBatch batch = group.isStopped() ? null : operators.next();
      while (batch != null && put(batch)) {
        batch = operators.next();
      }
    } catch (Throwable e) { // before the signal below, which wakes workers that wait for the reader
      group.fail(e);
    } finally {
      change(-1);
    }
  }

  /** Returns false if the worker has to end. */
  private boolean put(VectorBatch batch) {
    for (int i = 0; i < batch.width(); i++) {
      batch.column(i); // copies selected rows here instead of on the reader's thread
    }
    lock.lock();
    try {
      while (ready.size() >= readyMax && !group.isStopped()) {
        changed.awaitUninterruptibly();
      }
      ready.add(batch);
      changed.signalAll();
      return !group.isStopped();
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected @Nullable VectorBatch produce() {
    group.rethrow();
    VectorBatch batch = take();
    if (batch != null) {
      return batch;
    }
    Operator mine = own;
    if (mine != null) {
      batch = mine.next();
      if (batch == null) {
        own = null;
      }
      return batch == null ? NO_ROWS : batch;
    }
    batch = await();
    group.rethrow();
    return batch;
  }

  private @Nullable VectorBatch take() {
    lock.lock();
    try {
      VectorBatch batch = ready.poll();
      changed.signalAll();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a batch of a worker; returns null when no worker runs any more. */
  private @Nullable VectorBatch await() {
    lock.lock();
    try {
      while (ready.isEmpty() && running > 0) {
        changed.awaitUninterruptibly();
      }
      changed.signalAll();
      return ready.poll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void release() {
    group.stop();
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    group.await();
    pipeline.close();
  }
}
