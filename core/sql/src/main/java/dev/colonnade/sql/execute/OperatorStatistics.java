package dev.colonnade.sql.execute;

import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of an operator of a plan in one execution, of all of its starts, with the time of its
 * inputs. One thread.
 */
public final class OperatorStatistics {
  private long starts;
  private long rows;
  private long batches;
  private long bytes;
  private long nanos;
  private long startupNanos;
  private long spilledBytes;
  private long peakMemoryBytes;
  private long workers;
  private boolean hasRows;

  void recordStart() {
    starts++;
    hasRows = false;
  }

  void recordBatch(long elapsedNanos, @Nullable VectorBatch batch) {
    nanos += elapsedNanos;
    if (!hasRows) {
      startupNanos += elapsedNanos;
    }
    if (batch != null) {
      hasRows = true;
      rows += batch.rowCount();
      batches++;
      bytes += batch.memoryBytes();
    }
  }

  void recordSpill(long spilled) {
    spilledBytes += spilled;
  }

  void recordPeakMemory(long peakBytes) {
    peakMemoryBytes = Math.max(peakMemoryBytes, peakBytes);
  }

  void recordWorkers(int count) {
    workers = Math.max(workers, count);
  }

  /** Adds the metrics of the same operator of a worker, which has run beside the others. */
  public void addWorker(OperatorStatistics worker) {
    starts = Math.max(starts, worker.starts);
    rows += worker.rows;
    batches += worker.batches;
    bytes += worker.bytes;
    nanos = Math.max(nanos, worker.nanos);
    startupNanos = Math.max(startupNanos, worker.startupNanos);
    addResources(worker);
  }

  /** Adds the memory and the temporary files of the same operator of a worker. */
  public void addResources(OperatorStatistics worker) {
    spilledBytes += worker.spilledBytes;
    recordPeakMemory(worker.peakMemoryBytes);
  }

  /** Returns the number of workers, the thread of the statement included; 0 if there were none. */
  public long workers() {
    return workers;
  }

  /** Returns the number of starts. */
  public long starts() {
    return starts;
  }

  /** Returns the number of rows of all starts. */
  public long rows() {
    return rows;
  }

  /** Returns the number of batches of all starts. */
  public long batches() {
    return batches;
  }

  /** Returns the size of the batches in bytes. */
  public long bytes() {
    return bytes;
  }

  /** Returns the time until the last row, of all starts. */
  public long nanos() {
    return nanos;
  }

  /** Returns the time until the first row, of all starts. */
  public long startupNanos() {
    return startupNanos;
  }

  /** Returns the bytes written to temporary files. */
  public long spilledBytes() {
    return spilledBytes;
  }

  /** Returns the greatest memory of one start in bytes. */
  public long peakMemoryBytes() {
    return peakMemoryBytes;
  }
}
