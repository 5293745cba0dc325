package dev.colonnade.sql.execute.spill;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that can be read any number of times, in the order in which they were appended: in memory
 * while it is granted, the rest in a temporary file. One thread.
 */
public final class RowBuffer implements AutoCloseable {
  private final Cancellation cancellation;
  private final OperatorMemory memory;
  private final BatchList kept;
  private final BatchList unwritten;
  private final SpillWriter writer;
  private long unwrittenBytes;
  private boolean isSpilling;
  private long rowCount;

  /** Creates an empty buffer of rows with columns of these types. */
  public RowBuffer(List<VectorType> types, SpillContext context) {
    this.cancellation = context.cancellation();
    this.memory = context.memory().newPart();
    this.kept = new BatchList(types);
    this.unwritten = new BatchList(types);
    this.writer = new SpillWriter(context.space(), types);
  }

  /** Adds the rows of a batch. */
  public void append(VectorBatch batch) {
    for (VectorBatch piece : BatchMemory.pieces(batch)) {
      appendPiece(piece);
    }
  }

  private void appendPiece(VectorBatch batch) {
    cancellation.check();
    rowCount += batch.rowCount();
    long bytes = BatchMemory.bytes(batch);
    if (!isSpilling && memory.tryGrow(bytes)) {
      kept.add(batch, bytes);
      return;
    }
    isSpilling = true;
    unwritten.add(batch, bytes);
    unwrittenBytes += bytes;
    if (unwritten.rowCount() >= VectorBatch.ROWS / 2
        || unwrittenBytes >= SpillWriter.BATCH_BYTES_MAX / 2) {
      write();
    }
  }

  private void write() {
    for (int i = 0; i < unwritten.size(); i++) {
      writer.append(unwritten.get(i));
    }
    unwritten.clear();
    unwrittenBytes = 0;
  }

  /** Returns the number of rows appended. */
  public long rowCount() {
    return rowCount;
  }

  /** Returns the bytes in the temporary file. */
  public long spilledBytes() {
    return writer.bytes();
  }

  /** Returns a reader from the first row on. It also returns rows that are appended later. */
  public Reader reader() {
    return new Reader();
  }

  /** Frees the memory and deletes the file. Idempotent. */
  @Override
  public void close() {
    kept.clear();
    unwritten.clear();
    memory.close();
    writer.close();
  }

  /** Reader of the rows of a buffer. */
  public final class Reader {
    private final SpillReader spilled = writer.reader();
    private int at;

    private Reader() {}

    /** Returns the next rows, at least one; null if there are none at present. */
    public @Nullable VectorBatch next() {
      cancellation.check();
      if (at < kept.size()) {
        return kept.get(at++);
      }
      if (unwritten.rowCount() > 0) {
        write();
      }
      return spilled.next();
    }
  }
}
