package dev.colonnade.sql.execute.spill;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.format.SpillBatchEncoder;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;

/**
 * Rows in temporary files, one file for each partition, as hash join and aggregate need them. Rows
 * are collected and then written to all partitions at once. One thread.
 */
public final class SpillPartitions implements AutoCloseable {
  /** Partition of rows that are not to be written. */
  public static final int NO_PARTITION = -1;

  /** The most partitions. */
  public static final int PARTITIONS_MAX = 256;

  /** Bytes collected for each partition, on average, before they are written. */
  private static final long PARTITION_BUFFER_BYTES = 32L << 10;

  private static final long BUFFER_BYTES_MIN = 1L << 20;

  private final Cancellation cancellation;
  private final OperatorMemory memory;
  private final long bufferBytesMax;
  private final RowGatherer gatherer;
  private final SpillWriter[] writers;
  private final BatchList pending;
  private final long[] rowCounts;
  private byte[] partitionOfPending = new byte[VectorBatch.ROWS];
  private long pendingBytes;

  /**
   * Creates empty partitions.
   *
   * @param partitionCount a power of two, at most {@link #PARTITIONS_MAX}
   */
  public SpillPartitions(int partitionCount, List<VectorType> types, SpillContext context) {
    if (Integer.bitCount(partitionCount) != 1 || partitionCount > PARTITIONS_MAX) {
      throw new IllegalArgumentException("partitionCount=" + partitionCount);
    }
    this.cancellation = context.cancellation();
    this.memory = context.memory().newPart();
    this.bufferBytesMax = Math.max(BUFFER_BYTES_MIN, partitionCount * PARTITION_BUFFER_BYTES);
    this.gatherer = new RowGatherer(types);
    this.pending = new BatchList(types);
    this.rowCounts = new long[partitionCount];
    this.writers = new SpillWriter[partitionCount];
    SpillBatchEncoder encoder = new SpillBatchEncoder(types);
    for (int i = 0; i < partitionCount; i++) {
      writers[i] = new SpillWriter(context.space(), types, SpillWriter.BATCH_BYTES_MAX, encoder);
    }
  }

  /**
   * Adds the rows of a batch.
   *
   * @param partitionOfRow for each row its partition, or {@link #NO_PARTITION}
   */
  public void append(VectorBatch batch, int[] partitionOfRow) {
    int[] rows = new int[batch.rowCount()];
    byte[] partitions = new byte[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      int partition = partitionOfRow[row];
      if (partition != NO_PARTITION) {
        rows[count] = row;
        partitions[count++] = (byte) partition;
        rowCounts[partition]++;
      }
    }
    VectorBatch selected = count == rows.length ? batch : batch.gather(rows, count);
    int from = 0;
    for (VectorBatch piece : BatchMemory.pieces(selected)) {
      appendPiece(piece, partitions, from);
      from += piece.rowCount();
    }
  }

  private void appendPiece(VectorBatch piece, byte[] partitions, int from) {
    cancellation.check();
    int count = piece.rowCount();
    int at = (int) pending.rowCount();
    partitionOfPending = grown(partitionOfPending, at + count);
    System.arraycopy(partitions, from, partitionOfPending, at, count);
    long bytes = BatchMemory.bytes(piece);
    pending.add(piece, bytes);
    pendingBytes += bytes + (long) count * Long.BYTES;
    memory.set(Math.max(memory.used(), pendingBytes));
    if (pendingBytes >= bufferBytesMax) {
      write();
    }
  }

  private static byte[] grown(byte[] array, int length) {
    return length <= array.length
        ? array
        : Arrays.copyOf(array, Math.max(length, array.length * 2));
  }

  /** Sorts the ids of the pending rows by partition, and writes the rows. */
  private void write() {
    VectorBatch[] sources = pending.toArray();
    int count = (int) pending.rowCount();
    int[] ends = new int[writers.length];
    for (int i = 0; i < count; i++) {
      ends[partitionOfPending[i] & 0xFF]++;
    }
    for (int i = 1; i < ends.length; i++) {
      ends[i] += ends[i - 1];
    }
    int[] next = new int[ends.length];
    System.arraycopy(ends, 0, next, 1, ends.length - 1);
    long[] ids = new long[count];
    int at = 0;
    for (int source = 0; source < sources.length; source++) {
      for (int row = 0; row < sources[source].rowCount(); row++) {
        ids[next[partitionOfPending[at++] & 0xFF]++] = RowGatherer.id(source, row);
      }
    }
    int start = 0;
    for (int partition = 0; partition < ends.length; partition++) {
      write(partition, sources, ids, start, ends[partition]);
      start = ends[partition];
    }
    pending.clear();
    pendingBytes = 0;
  }

  private void write(int partition, VectorBatch[] sources, long[] ids, int start, int end) {
    cancellation.check();
    int at = start;
    while (at < end) {
      int count = gatherer.countOf(sources, ids, at, end - at);
      writers[partition].append(gatherer.gather(sources, ids, at, count));
      at += count;
    }
  }

  /** Ends the input: writes what is collected, and frees the memory. */
  public void finish() {
    if (pending.rowCount() > 0) {
      write();
    }
    for (SpillWriter writer : writers) {
      writer.finish();
    }
    memory.close();
  }

  /** Returns the number of partitions. */
  public int partitionCount() {
    return writers.length;
  }

  /** Returns the number of rows of a partition. */
  public long rowCount(int partition) {
    return rowCounts[partition];
  }

  /** Returns the bytes of memory that the rows of a partition occupy once they are read. */
  public long memoryBytes(int partition) {
    return writers[partition].memoryBytes();
  }

  /** Returns a reader of a partition, after {@link #finish}. */
  public SpillReader reader(int partition) {
    return writers[partition].reader();
  }

  /** Closes the file of a partition that was read, until it is read again. */
  public void release(int partition) {
    writers[partition].finish();
  }

  /** Deletes the file of a partition. Idempotent. */
  public void delete(int partition) {
    writers[partition].close();
  }

  /** Returns the bytes written to temporary files so far. */
  public long spilledBytes() {
    long bytes = 0;
    for (SpillWriter writer : writers) {
      bytes += writer.bytes();
    }
    return bytes;
  }

  /** Frees the memory and deletes the files. Idempotent. */
  @Override
  public void close() {
    pending.clear();
    memory.close();
    for (SpillWriter writer : writers) {
      writer.close();
    }
  }
}
