package dev.colonnade.scan.column;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Rows as Arrow buffers, one behind the other in one piece of memory.
 *
 * <p>Each buffer is a slice as long as its content, and zero from there up to the next multiple of
 * {@link BatchLayout#ALIGNMENT_BYTES}, so that it can be sent with its padding as it lies. The
 * slices live as long as the batch; who needs one for longer retains it.
 */
public final class ColumnBatch implements AutoCloseable {
  private final BatchSchema schema;
  private final int rowCount;
  private final int[] nullCounts;
  private final List<ArrowBuf> buffers;
  private final long encodedBytes;
  private @Nullable ArrowBuf memory;

  /** Takes over {@code memory}, of which the buffers are slices; null if there are no rows. */
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

  /** How many values of a column are NULL. */
  public int nullCount(int column) {
    return nullCounts[column];
  }

  /**
   * The buffers of all columns in Arrow's order. That of the validity is empty where there is no
   * NULL; without rows, all are.
   */
  public List<ArrowBuf> buffers() {
    return buffers;
  }

  /** Where the values of a column lie. Not to be asked of a batch without rows. */
  public ColumnVector vector(int column) {
    requireOpen();
    int first = schema.firstBuffer(column);
    boolean isVariable = schema.kind(column) == OutputKind.VARIABLE;
    return new ColumnVector(
        nullCounts[column] == 0 ? ColumnVector.NOWHERE : buffers.get(first).memoryAddress(),
        buffers.get(first + 1).memoryAddress(),
        isVariable ? buffers.get(first + 2).memoryAddress() : ColumnVector.NOWHERE);
  }

  /** Bytes of the batch as an IPC message, metadata included, uncompressed; 0 without rows. */
  public long encodedBytes() {
    return encodedBytes;
  }

  private void requireOpen() {
    if (memory == null && rowCount > 0) {
      throw new IllegalStateException("batch is closed");
    }
  }

  /** Gives the memory back. Closing twice is harmless. */
  @Override
  public void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }
}
