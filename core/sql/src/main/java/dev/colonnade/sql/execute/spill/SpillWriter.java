package dev.colonnade.sql.execute.spill;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.spill.format.SpillBatchEncoder;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writer of batches to one temporary file, which exists from the first row on. A large batch is
 * written as several, so that a reader needs little memory. One thread.
 */
public final class SpillWriter implements AutoCloseable {
  /** The most bytes of memory of a written batch that has more than one row. */
  public static final long BATCH_BYTES_MAX = 1L << 20;

  private final SpillSpace space;
  private final List<VectorType> types;
  private final long targetBytes;
  private final SpillBatchEncoder encoder;

  /** False if the encoder retains no memory between batches: many writers can exist at a time. */
  private final boolean isEncoderShared;

  private @Nullable SpillFile file;
  private long rowCount;
  private long batchBytesMax;
  private long memoryBytes;

  /** Creates a writer of batches with columns of these types. */
  public SpillWriter(SpillSpace space, List<VectorType> types) {
    this(space, types, BATCH_BYTES_MAX);
  }

  /**
   * Creates a writer.
   *
   * @param targetBytes the most bytes of memory of a written batch that has more than one row
   */
  SpillWriter(SpillSpace space, List<VectorType> types, long targetBytes) {
    this(space, types, targetBytes, new SpillBatchEncoder(types), false);
  }

  /** Creates a writer that shares an encoder with other writers of the same types. */
  SpillWriter(
      SpillSpace space, List<VectorType> types, long targetBytes, SpillBatchEncoder encoder) {
    this(space, types, targetBytes, encoder, true);
  }

  private SpillWriter(
      SpillSpace space,
      List<VectorType> types,
      long targetBytes,
      SpillBatchEncoder encoder,
      boolean isEncoderShared) {
    this.isEncoderShared = isEncoderShared;
    this.space = requireNonNull(space, "space is null");
    this.types = List.copyOf(types);
    this.targetBytes = targetBytes;
    this.encoder = encoder;
  }

  /** Adds the rows of a batch. */
  public void append(VectorBatch batch) {
    if (batch.rowCount() == 0) {
      return;
    }
    long bytes = BatchMemory.bytes(batch);
    if (bytes <= targetBytes || batch.rowCount() == 1) {
      write(batch, 0, batch.rowCount(), bytes);
      return;
    }
    long overhead = bytes - rowBytes(batch);
    int from = 0;
    long partBytes = overhead;
    for (int row = 0; row < batch.rowCount(); row++) {
      long next = BatchMemory.rowBytes(batch, row);
      if (row > from && partBytes + next > targetBytes) {
        write(batch, from, row, partBytes);
        from = row;
        partBytes = overhead;
      }
      partBytes += next;
    }
    write(batch, from, batch.rowCount(), partBytes);
  }

  private static long rowBytes(VectorBatch batch) {
    long bytes = 0;
    for (int row = 0; row < batch.rowCount(); row++) {
      bytes += BatchMemory.rowBytes(batch, row);
    }
    return bytes;
  }

  private void write(VectorBatch batch, int from, int to, long bytes) {
    SpillFile out = file;
    if (out == null) {
      out = space.newFile();
      file = out;
    }
    encoder.encode(batch, from, to);
    out.append(encoder.metadata(), 0, encoder.metadataLength());
    out.append(encoder.body(), 0, encoder.bodyLength());
    if (!isEncoderShared) {
      encoder.free();
    }
    rowCount += to - from;
    memoryBytes += bytes;
    batchBytesMax = Math.max(batchBytesMax, bytes);
  }

  /** Ends the output and closes the file until a reader needs it. */
  public void finish() {
    if (file != null) {
      file.release();
    }
  }

  /** Returns the number of rows. */
  public long rowCount() {
    return rowCount;
  }

  /** Returns the bytes of the file. */
  public long bytes() {
    return file == null ? 0 : file.length();
  }

  /** Returns the bytes of memory that all rows occupy once they are read. */
  public long memoryBytes() {
    return memoryBytes;
  }

  /** Returns the bytes of memory of the largest batch that a reader returns. */
  public long batchBytesMax() {
    return batchBytesMax;
  }

  /**
   * Returns a reader from the first row on. It also returns rows that are appended later. Any
   * number of readers can exist, until the writer is closed.
   */
  public SpillReader reader() {
    return new SpillReader(this, types);
  }

  /** Returns the file; null if there is no row. */
  @Nullable SpillFile file() {
    return file;
  }

  /** Deletes the file. Idempotent. */
  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
