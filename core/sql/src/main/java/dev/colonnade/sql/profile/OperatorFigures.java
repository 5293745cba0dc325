package dev.colonnade.sql.profile;

/** What one operator of a running plan did, its inputs included. One thread. */
public final class OperatorFigures {
  private long runs;
  private long rows;
  private long batches;
  private long bytes;
  private long nanos;
  private long startupNanos;
  private boolean hasGiven;

  /** It was started, again perhaps. */
  void begin() {
    runs++;
    hasGiven = false;
  }

  /** It was asked for rows, and gave some or none. */
  void asked(long elapsedNanos, long rowCount) {
    nanos += elapsedNanos;
    if (!hasGiven) {
      startupNanos += elapsedNanos;
      hasGiven = rowCount > 0;
    }
    rows += rowCount;
  }

  /** The rows that it gave came as vectors of so many bytes. */
  void gaveBatch(long byteCount) {
    batches++;
    bytes += byteCount;
  }

  /** How often it was started. */
  public long runs() {
    return runs;
  }

  /** Rows of all runs. */
  public long rows() {
    return rows;
  }

  /** Batches of vectors of all runs; 0 if it gives rows one by one. */
  public long batches() {
    return batches;
  }

  /** Bytes of these batches. */
  public long bytes() {
    return bytes;
  }

  /** Time of all runs until the last row. */
  public long nanos() {
    return nanos;
  }

  /** Time of all runs until the first row. */
  public long startupNanos() {
    return startupNanos;
  }
}
