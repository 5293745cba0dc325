package dev.colonnade.sql.execute;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.MemoryPool;
import dev.colonnade.sql.execute.spill.SpillDirectory;
import java.nio.file.Path;

/**
 * Resources that all queries of a server share.
 *
 * @param memory for the rows that queries keep
 * @param spill temporary files for what does not fit
 * @param workers threads of the workers of queries
 */
public record ExecutionResources(MemoryPool memory, SpillDirectory spill, WorkerThreads workers)
    implements AutoCloseable {
  /** Part of the heap that queries may use together, in percent. */
  private static final int HEAP_PERCENT = 60;

  /** Heap for all else, of which queries have no part. */
  private static final long BASE_BYTES = 96L << 20;

  /** One part in this many of the heap is for queries in any case. */
  private static final int HEAP_DIVISOR_MAX = 4;

  public ExecutionResources {
    requireNonNull(memory, "memory is null");
    requireNonNull(spill, "spill is null");
    requireNonNull(workers, "workers is null");
  }

  /**
   * Returns resources with a pool of a part of the heap.
   *
   * @param folder of the temporary files; what is in it is deleted
   */
  public static ExecutionResources at(Path folder) {
    return new ExecutionResources(
        new MemoryPool(poolBytes(Runtime.getRuntime().maxMemory())),
        new SpillDirectory(folder),
        new WorkerThreads(Runtime.getRuntime().availableProcessors()));
  }

  /**
   * Returns the memory of all queries together: their rows, not the batches that operators pass.
   */
  static long poolBytes(long heapBytes) {
    long part = (heapBytes - BASE_BYTES) / 100 * HEAP_PERCENT;
    return Math.max(part, heapBytes / HEAP_DIVISOR_MAX);
  }

  /** Ends the workers and deletes the temporary files. */
  @Override
  public void close() {
    workers.close();
    spill.close();
  }
}
