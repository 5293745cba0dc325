package dev.colonnade.bulk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * External sort of pairs of keys and values. Several threads add pairs, each to a {@link Part} of
 * its own; then one thread reads all of them in order. Full buffers are sorted by other threads,
 * and written to files when they exceed the memory of the sort.
 */
public final class PairSorter implements AutoCloseable {
  private final SortSpace space;
  private final int commonBytes;

  /** Threads that sort buffers. */
  private final Executor executor;

  /** Sorted runs. Guarded by this. */
  private final List<PairSource> runs = new ArrayList<>();

  /** Bytes of the runs in memory. Guarded by this. */
  private long memoryBytes;

  /**
   * Creates a sorter.
   *
   * @param commonBytes length of the common prefix of all keys
   * @param executor threads that sort; where it rejects work, the callers do that
   */
  public PairSorter(SortSpace space, int commonBytes, Executor executor) {
    this.space = requireNonNull(space, "space is null");
    this.commonBytes = commonBytes;
    this.executor = requireNonNull(executor, "executor is null");
  }

  /** Returns a new part for one thread. */
  public Part newPart() {
    return new Part();
  }

  /** Returns all pairs in order; all parts are finished. To be called once. */
  public synchronized SortedPairs sorted() {
    return SortedPairs.merged(List.copyOf(runs));
  }

  /** Sorts a buffer, and keeps it in memory or writes it to a file. */
  private void sort(PairBuffer buffer) {
    buffer.sort();
    if (!reserve(buffer.byteSize())) {
      try {
        add(PairFile.write(space.newFile(), buffer));
      } catch (IOException e) {
        throw SortSpace.failure(e);
      }
    } else {
      add(PairSource.of(buffer));
    }
  }

  private synchronized boolean reserve(int bytes) {
    if (memoryBytes + bytes > space.memoryBytesMax()) {
      return false;
    }
    memoryBytes += bytes;
    return true;
  }

  private synchronized void add(PairSource run) {
    runs.add(run);
  }

  /** Deletes the temporary files. */
  @Override
  public synchronized void close() {
    IOException failure = null;
    for (PairSource run : runs) {
      try {
        run.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    runs.clear();
    if (failure != null) {
      throw SortSpace.failure(failure);
    }
  }

  /** Pairs of one thread. */
  public final class Part {
    private PairBuffer buffer = newBuffer();

    /** Sort of the buffer before. */
    private @Nullable FutureTask<Void> sorting;

    private Part() {}

    private PairBuffer newBuffer() {
      return new PairBuffer(commonBytes, space.bufferBytesMax());
    }

    /** Adds a pair. */
    public void add(byte[] key, byte[] value) {
      buffer.add(key, value);
      if (buffer.isFull()) {
        await();
        start(buffer);
        buffer = newBuffer();
      }
    }

    /** Completes the part: nothing is added any more. */
    public void finish() {
      sort(buffer);
      await();
    }

    private void start(PairBuffer full) {
      FutureTask<Void> task = new FutureTask<>(() -> sort(full), null);
      sorting = task;
      try {
        executor.execute(task);
      } catch (RejectedExecutionException e) {
        task.run();
      }
    }

    /** Waits for the sort of the buffer before, or does it if no thread has begun with it. */
    private void await() {
      FutureTask<Void> task = sorting;
      if (task == null) {
        return;
      }
      task.run();
      try {
        task.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof ColonnadeException cause
            ? cause
            : new IllegalStateException("sort failed", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ColonnadeException(ErrorCode.CANCELED, "interrupted while sorting", e);
      }
    }
  }
}
