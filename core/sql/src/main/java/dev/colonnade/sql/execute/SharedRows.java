package dev.colonnade.sql.execute;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.spill.RowBuffer;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an operator for several readers: the first reader that reaches a row computes it, and all
 * others find it in a buffer. Readers may take turns in any order, and stop anywhere. One thread.
 */
public final class SharedRows implements AutoCloseable {
  private final Operator source;
  private final RowBuffer buffer;
  private boolean isComplete;

  /**
   * Creates the rows.
   *
   * @param source read only by this object, and closed with it
   */
  public SharedRows(Operator source, List<VectorType> types, SpillContext context) {
    this.source = requireNonNull(source, "source is null");
    this.buffer = new RowBuffer(types, context);
  }

  /** Returns a reader from the first row on. */
  public Reader reader() {
    return new Reader(buffer.reader());
  }

  /** Returns whether all rows of the source are in the buffer. */
  public boolean isComplete() {
    return isComplete;
  }

  /** Returns the number of rows in the buffer. */
  public long rowCount() {
    return buffer.rowCount();
  }

  /** Returns the bytes written to temporary files. */
  public long spilledBytes() {
    return buffer.spilledBytes();
  }

  private boolean readMore() {
    if (isComplete) {
      return false;
    }
    VectorBatch batch = source.next();
    if (batch == null) {
      isComplete = true;
      source.close();
      return false;
    }
    buffer.append(batch);
    return true;
  }

  /** Frees the buffer and closes the source. Idempotent. */
  @Override
  public void close() {
    isComplete = true;
    try {
      buffer.close();
    } finally {
      source.close();
    }
  }

  /** Reader of all rows. */
  public final class Reader {
    private final RowBuffer.Reader buffered;

    private Reader(RowBuffer.Reader buffered) {
      this.buffered = buffered;
    }

    /** Returns the next rows, at least one; null after the last. */
    public @Nullable VectorBatch next() {
      VectorBatch batch = buffered.next();
      while (batch == null && readMore()) {
        batch = buffered.next();
      }
      return batch;
    }
  }
}
