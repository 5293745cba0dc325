package dev.colonnade.sql.profile;

/** Metrics of one operator in one execution of a plan, including its inputs. One thread. */
public final class OperatorMetrics {
  private long runs;
  private long rows;
  private long batches;
  private long bytes;
  private long nanos;
  private long startupNanos;
  private boolean hasRows;

  /** Records a start of the operator, which may be a restart. */
  void recordStart() {
    runs++;
    hasRows = false;
  }

  /** Records a request for rows and the number of rows that it returned, which may be 0. */
  void recordRequest(long elapsedNanos, long rowCount) {
    nanos += elapsedNanos;
    if (!hasRows) {
      startupNanos += elapsedNanos;
      hasRows = rowCount > 0;
    }
    rows += rowCount;
  }

  /** Records that the returned rows were a vector batch of {@code byteCount} bytes. */
  void recordBatch(long byteCount) {
    batches++;
    bytes += byteCount;
  }

  /** Returns the number of starts. */
  public long runs() {
    return runs;
  }

  /** Returns the number of rows of all runs. */
  public long rows() {
    return rows;
  }

  /**
   * Returns the number of vector batches of all runs; 0 for an operator that returns rows one by
   * one.
   */
  public long batches() {
    return batches;
  }

  /** Returns the size of these batches in bytes. */
  public long bytes() {
    return bytes;
  }

  /** Returns the time of all runs until the last row. */
  public long nanos() {
    return nanos;
  }

  /** Returns the time of all runs until the first row. */
  public long startupNanos() {
    return startupNanos;
  }
}
