package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Writer of batches to one temporary file, which exists from the first batch on. */
public final class SpillWriter implements AutoCloseable {
  private final List<VectorBatch> batches = new ArrayList<>();
  private long rowCount;

  public SpillWriter(SpillSpace space, List<VectorType> types) {}

  /** Adds the rows of a batch. */
  public void append(VectorBatch batch) {
    batches.add(batch);
    rowCount += batch.rowCount();
  }

  public long rowCount() {
    return rowCount;
  }

  /** Returns the bytes of the file. */
  public long bytes() {
    return 0;
  }

  /** Returns the bytes of memory of the largest batch that a reader returns. */
  public long batchBytesMax() {
    return 0;
  }

  /**
   * Returns a reader from the first row on. It also returns rows that are appended later. Any number
   * of readers can exist, until the writer is closed.
   */
  public SpillReader reader() {
    return new SpillReader(batches);
  }

  /** Deletes the file. Idempotent. */
  @Override
  public void close() {
    batches.clear();
  }
}
