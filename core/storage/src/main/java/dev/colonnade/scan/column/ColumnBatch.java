package dev.colonnade.scan.column;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Record batch of a scan: the Arrow buffers of its columns, consecutive in one allocation.
 *
 * <p>Each buffer is a slice as long as its content, with zeros from there up to the next multiple
 * of {@link BatchLayout#ALIGNMENT_BYTES}, so that it can be sent with its padding without a copy.
 * The slices are valid until the batch is closed; a caller that needs a slice for longer retains
 * it.
 */
public final class ColumnBatch implements AutoCloseable {
  private final BatchSchema schema;
  private final int rowCount;
  private final int[] nullCounts;
  private final List<ArrowBuf> buffers;
  private final long encodedBytes;
  private @Nullable ArrowBuf memory;

  /**
   * Creates a batch that owns {@code memory}, of which the buffers are slices; null if there are no
   * rows.
   */
  ColumnBatch(
      BatchSchema schema,
      int rowCount,
      int[] nullCounts,
      List<ArrowBuf> buffers,
      @Nullable ArrowBuf memory) {
    this.schema = schema;
    this.rowCount = rowCount;
    this.nullCounts = nullCounts;
    this.buffers = List.copyOf(buffers);
    this.memory = memory;
    this.encodedBytes = rowCount == 0 ? 0 : countEncoded();
  }

  private long countEncoded() {
    long bytes = BatchLayout.metadataBytes(schema.columnCount(), schema.bufferCount());
    for (ArrowBuf buffer : buffers) {
      bytes += BatchLayout.padded(buffer.readableBytes());
    }
    return bytes;
  }

  public BatchSchema schema() {
    return schema;
  }

  public int rowCount() {
    return rowCount;
  }

  /** Returns how many values of a column are NULL. */
  public int nullCount(int column) {
    return nullCounts[column];
  }

  /**
   * Returns the buffers of all columns in Arrow's order. The validity bitmap of a column without
   * NULLs is empty; without rows, all buffers are.
   */
  public List<ArrowBuf> buffers() {
    return buffers;
  }

  /** Returns the addresses of a column's values. The batch must have rows. */
  public ColumnVector vector(int column) {
    requireOpen();
    int first = schema.firstBuffer(column);
    boolean isVariable = schema.kind(column) == ArrowConversion.VARIABLE;
    return new ColumnVector(
        nullCounts[column] == 0 ? ColumnVector.NO_ADDRESS : buffers.get(first).memoryAddress(),
        buffers.get(first + 1).memoryAddress(),
        isVariable ? buffers.get(first + 2).memoryAddress() : ColumnVector.NO_ADDRESS,
        schema.form(),
        null);
  }

  /**
   * Returns the bytes of the batch as an uncompressed IPC message, metadata included; 0 without
   * rows.
   */
  public long encodedBytes() {
    return encodedBytes;
  }

  private void requireOpen() {
    if (memory == null && rowCount > 0) {
      throw new IllegalStateException("batch is closed");
    }
  }

  /** Frees the memory. Idempotent. */
  @Override
  public void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }
}
