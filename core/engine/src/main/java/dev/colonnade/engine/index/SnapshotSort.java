package dev.colonnade.engine.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bulk.PairSorter;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.key.KeySpan;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.storage.IndexBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sort of pairs that are computed from all rows of a table, part by part, on several threads. The
 * statement that waits for it can be canceled.
 */
final class SnapshotSort {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotSort.class);

  private final IndexBuilder.Context context;

  SnapshotSort(IndexBuilder.Context context) {
    this.context = requireNonNull(context, "context is null");
  }

  /** Reader of the rows of parts of a table. One thread. */
  @FunctionalInterface
  interface PartReader {
    /** Adds the pairs of the rows of a part. */
    void addAll(KeySpan part, PairSorter.Part sorted);
  }

  /**
   * Reads and sorts the pairs of all rows.
   *
   * @param readers creates the reader of one thread
   * @param progress counts the parts
   */
  void run(Table table, PairSorter sorter, Supplier<PartReader> readers, CommandProgress progress) {
    Queue<KeySpan> parts =
        new ConcurrentLinkedQueue<>(context.bulk().partsOf(table.format().keyCodec().span()));
    progress.set(ProgressCounter.PARTS_TOTAL, parts.size());
    Runnable worker =
        () -> {
          PartReader reader = readers.get();
          PairSorter.Part sorted = sorter.newPart();
          for (KeySpan part = parts.poll(); part != null; part = parts.poll()) {
            reader.addAll(part, sorted);
            progress.add(ProgressCounter.PARTS_DONE, 1);
          }
          sorted.finish();
        };
    Runnable check = InterruptionPoint.current();
    Runnable helper = () -> InterruptionPoint.run(check, worker);
    int helpers = Math.min(context.parallelism().degree(), parts.size()) - 1;
    List<CompletableFuture<Void>> others = new ArrayList<>();
    try {
      for (int i = 0; i < helpers; i++) {
        startTo(others, helper);
      }
      worker.run();
    } finally {
      parts.clear();
      join(others);
    }
  }

  /** Starts a worker; without a thread for it, the others do its work. */
  private void startTo(List<CompletableFuture<Void>> started, Runnable worker) {
    try {
      started.add(CompletableFuture.runAsync(worker, context.parallelism().executor()));
    } catch (RejectedExecutionException e) {
      LOG.debug("no thread for a worker that sorts rows", e);
    }
  }

  private static void join(List<CompletableFuture<Void>> workers) {
    try {
      CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
